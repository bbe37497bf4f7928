/**
 * Characters that look like ASCII, so that a word is found however it is spelt. A short table of letters that keyboards and fancy-text
 * pages make easily. Unicode lists thousands, but the table is part of the page.
 */

/** Returns text without marks on its letters, and with ASCII in place of look-alikes. */
export function skeletonOf(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  return bare.replace(/\P{ASCII}/gu, (sign) => asciiOf.get(sign) ?? boxed(sign)).replace(/[\dOoIl]{2,}/g, digitsIn);
}

/** Each ASCII character, then its look-alikes: Cyrillic, Greek, Armenian, rarer Latin, small capitals, points and colons. */
const lookAlikes = [
  "aаαɑᴀ",
  "AАΑ",
  "bьвβʙ",
  "BВΒ",
  "cсϲᴄ",
  "CСϹ",
  "dԁđᴅ",
  "eеεᴇ",
  "EЕΕ",
  "fꜰ",
  "gɡցɢ",
  "hһнհħʜ",
  "HНΗ",
  "iіιıɪɩ",
  "IІΙ",
  "jјյᴊ",
  "JЈ",
  "kкκᴋ",
  "KКΚ",
  "lӏłʟ",
  "mмᴍ",
  "MМΜ",
  "nпηոɴ",
  "NΝ",
  "oоοօøσᴏ",
  "OОΟՕØ",
  "pрρᴘ",
  "PРΡ",
  "qԛզ",
  "rгʀ",
  "sѕꜱ",
  "SЅՏ",
  "tтτᴛ",
  "TТΤ",
  "uυսᴜ",
  "UՍ",
  "vνѵᴠ",
  "wωԝѡᴡ",
  "xхχ",
  "XХΧ",
  "yуγʏ",
  "YУΥ",
  "zᴢ",
  "ZΖ",
  ".。·•∙⋅・ꓸ۔",
  ":ː꞉∶",
  "/∕⁄",
];
const asciiOf = new Map(lookAlikes.flatMap(([as = "", ...signs]) => signs.map((sign) => [sign, as] as const)));

/** Returns the letter in a dark circle or square. Those signs are in alphabetical order. Returns any other character as it is. */
function boxed(sign: string): string {
  const at = sign.codePointAt(0) ?? 0;
  const first = [0x1f150, 0x1f170].find((start) => at >= start && at < start + 26);
  return first === undefined ? sign : String.fromCharCode(65 + at - first);
}

/** Next to digits an O is a zero, and an I or l is a one. */
function digitsIn(run: string): string {
  return /\d/.test(run) ? run.replace(/[Oo]/g, "0").replace(/[Il]/g, "1") : run;
}
