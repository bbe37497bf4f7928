import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

/** The key pair that signs sessions, as settings of a deployment: the private key is on one line. */
export interface SigningKeys {
  jwtPrivateKey: string;
  jwks: string;
}

/** Makes a new pair (RS256). */
export async function newSigningKeys(): Promise<SigningKeys> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    jwtPrivateKey: (await exportPKCS8(privateKey)).trimEnd().replaceAll("\n", " "),
    jwks: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] }),
  };
}
