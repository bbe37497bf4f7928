/**
 * What looks like a letter or sign of ASCII and is another, so that a word can be found however it is spelt. A short table
 * instead of the Unicode consortium's thousands: letters that keyboards, and pages for fancy text, make in one press. It is
 * part of the page.
 */

/** A text as it looks: without marks on its letters, and in ASCII where a letter or sign looks like one of it. */
export function asItLooks(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  return bare.replace(/\P{ASCII}/gu, (sign) => alike.get(sign) ?? boxed(sign)).replace(/[\dOoIl]{2,}/g, digitsIn);
}

/** Behind each sign of ASCII what looks like it: Cyrillic, Greek, Armenian, rarer Latin, small capitals, points and colons. */
const looks = [
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
const alike = new Map(looks.flatMap(([as = "", ...signs]) => signs.map((sign) => [sign, as] as const)));

/** White letters in dark circles and squares stand in the alphabet's order; other signs stay. */
function boxed(sign: string): string {
  const at = sign.codePointAt(0) ?? 0;
  const first = [0x1f150, 0x1f170].find((start) => at >= start && at < start + 26);
  return first === undefined ? sign : String.fromCharCode(65 + at - first);
}

/** Among digits an O is a nought, and a tall stroke is a one. */
function digitsIn(run: string): string {
  return /\d/.test(run) ? run.replace(/[Oo]/g, "0").replace(/[Il]/g, "1") : run;
}
