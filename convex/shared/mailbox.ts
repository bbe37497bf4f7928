/**
 * Which addresses lead to the same mailbox. A mailed code proves a mailbox, so accounts, bans, rejections, blocks and limits belong to
 * mailboxes. The address that a person typed is only shown and mailed. We keep our own table, because the best known library, validator,
 * cuts a name at Yahoo's last hyphen, which joins strangers. It also lacks Proton and Fastmail.
 */

/**
 * Returns the mailbox of a normalised address, in one spelling. Ignores only the parts that its provider is known to ignore. At an unknown
 * provider every address is a mailbox of its own.
 */
export function mailboxOf(email: string): string {
  const { name, domain } = partsOf(email);
  const owner = subdomain.exec(domain);
  if (owner !== null) return `${owner[1]}@${owner[2]}`;
  const provider = providerOf(domain);
  if (provider === undefined) return email;
  const bare = withoutTag(name).replace(provider.ignores ?? NOTHING, "");
  return bare === "" ? email : `${bare}@${provider.isOneDomain ? provider.domains[0] : domain}`;
}

/**
 * Like `mailboxOf`, but at unknown providers also ignores dots and tags. Many colleges have their mail at Google or Microsoft, which ignore
 * them. Used only to price mails: if it joins two strangers, their browsers solve a puzzle in the background.
 */
export function likelyMailboxOf(email: string): string {
  const mailbox = mailboxOf(email);
  const { name, domain } = partsOf(mailbox);
  return providerOf(domain) ? mailbox : `${withoutTag(name).replaceAll(".", "")}@${domain}`;
}

type Provider = {
  domains: string[];
  /** True if a name belongs to the same person at all of these domains. */
  isOneDomain?: true;
  /** The characters that the provider ignores in a name, besides a tag. */
  ignores?: RegExp;
};

/** No name at these providers contains a "+": it starts a tag. */
const providers: Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], isOneDomain: true, ignores: /\./g },
  { domains: ["icloud.com", "me.com", "mac.com"], isOneDomain: true },
  { domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], ignores: /[._-]/g },
  { domains: ["fastmail.com", "fastmail.fm"] },
  { domains: ["zohomail.com", "zohomail.in", "zohomail.eu", "zoho.com"] },
  { domains: ["yandex.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "ya.ru"], isOneDomain: true },
  {
    domains: [
      ...endings("outlook", "com at be cl co.id co.il co.nz co.th com.ar com.au com.br com.gr com.pe com.tr com.vn cz"),
      ...endings("outlook", "de dk es fr hu ie in it jp kr lv my ph pt sa sg sk"),
      ...endings(
        "hotmail",
        "com be ca co.jp co.nz co.th co.uk com.ar com.au com.br com.mx com.tr de dk es fr gr in it se",
      ),
      ...endings(
        "live",
        "com at be ca cl co.uk co.za com.ar com.au com.mx com.pt com.sg de dk fi fr hk ie in it jp nl",
      ),
      ...endings("live", "no se"),
      "msn.com",
    ],
  },
];

/** At Fastmail `anything@asha.fastmail.com` leads to `asha@fastmail.com`. */
const subdomain = /^([^.]+)\.(fastmail\.(?:com|fm))$/;
const NOTHING = /$^/;

function endings(name: string, all: string): string[] {
  return all.split(" ").map((ending) => `${name}.${ending}`);
}

function providerOf(domain: string): Provider | undefined {
  return providers.find(({ domains }) => domains.includes(domain));
}

function partsOf(email: string): { name: string; domain: string } {
  const at = email.lastIndexOf("@");
  return { name: email.slice(0, at), domain: email.slice(at + 1) };
}

/** Returns a name without its tag. A name that begins with "+" has none: nothing would be left. */
function withoutTag(name: string): string {
  return name.replace(/(?!^)\+.*$/, "");
}
