import { createECDH } from "node:crypto";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

/** The key pair that signs sessions, as a deployment's settings. The private key is on one line. */
export interface SigningKeys {
  jwtPrivateKey: string;
  jwks: string;
}

/** Creates a new pair (RS256). */
export async function newSigningKeys(): Promise<SigningKeys> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    jwtPrivateKey: (await exportPKCS8(privateKey)).trimEnd().replaceAll("\n", " "),
    jwks: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] }),
  };
}

/** The key pair that signs notifications, base64url: an uncompressed point of P-256, and its private number. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export function newPushKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  return { publicKey, privateKey: leftPadded(pair.getPrivateKey()).toString("base64url") };
}

/** Returns the number in 32 bytes, with leading zeros. */
function leftPadded(number: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - number.length), number]);
}
