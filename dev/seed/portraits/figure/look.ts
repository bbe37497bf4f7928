import { coral, deepTeal, dyes, hairs, marigold, mix, paper, plum, rose, skins, teal } from "../palette";
import type { Random } from "../random";
import type { Light } from "../svg";

/** What a caller may ask for. */
export interface Wish {
  gender: "male" | "female";
  /** A style of hair or something worn instead; left out, chance decides. */
  hair?: HairStyle;
  glasses?: boolean;
}

/** Everything that makes one face differ from the next. */
export interface Look {
  random: Random;
  gender: "male" | "female";
  light: Light;
  skin: string;
  skinShade: string;
  hairColour: string;
  /** Beard and brows, which nobody dyes. */
  natural: string;
  hair: HairStyle;
  beard: Beard;
  mouth: Mouth;
  eyes: Eyes;
  clothes: Clothes;
  cloth: string;
  trim: string;
  face: { width: number; jaw: number; chinWidth: number; chin: number };
  /** Degrees that the head leans, and how far (in units) it looks aside. */
  tilt: number;
  turn: number;
  glasses: boolean;
}

export type HairStyle = (typeof womensHair)[number] | (typeof mensHair)[number];
export type Beard = "none" | "stubble" | "short" | "full" | "moustache" | "goatee";
export type Mouth = "smile" | "grin" | "laugh" | "smirk";
export type Eyes = "open" | "crinkled" | "wink" | "joyful";
export type Clothes = (typeof womensClothes)[number] | (typeof mensClothes)[number];

const womensHair = ["long", "wavy", "bun", "curls", "bob", "braid", "ponytail", "pixie", "gajra", "hijab"] as const;
const mensHair = ["quiff", "fade", "crop", "tousled", "mop", "flow", "topknot", "buzz", "turban"] as const;
const womensClothes = ["saree", "kurti", "tee", "hoodie", "denim", "dress", "lehenga"] as const;
const mensClothes = ["kurta", "nehru", "tee", "hoodie", "denim", "shirt", "bomber"] as const;

const garments = [
  coral,
  marigold,
  teal,
  paper,
  plum,
  deepTeal,
  rose,
  "#3f5d8a",
  "#5c7a3f",
  "#8c2f39",
  "#d9772b",
] as const;
const trims = [marigold, paper, coral, teal] as const;

/** Rolls one person's look. */
export function chooseLook(random: Random, wish: Wish): Look {
  const female = wish.gender === "female";
  const skin = random.pick(skins);
  const natural = random.pick(hairs);
  const cloth = random.pick(garments);
  const hair = wish.hair ?? random.pick<HairStyle>(female ? womensHair.slice(0, 9) : mensHair.slice(0, 8));
  return {
    random,
    gender: wish.gender,
    light: {
      side: random.chance(0.5) ? 1 : -1,
      warm: mix(random.pick([coral, marigold, marigold]), skin, 0.2),
      cool: teal,
    },
    skin,
    skinShade: mix(skin, "#6a1730", 0.32),
    hairColour:
      random.chance(0.1) && !["turban", "buzz", "fade", "topknot"].includes(hair) ? random.pick(dyes) : natural,
    natural,
    hair,
    beard: female ? "none" : chooseBeard(random, hair),
    mouth: random.pick(["smile", "grin", "grin", "laugh", "smirk"] as const),
    eyes: random.pick([
      "open",
      "open",
      "open",
      "open",
      "open",
      "crinkled",
      "crinkled",
      "crinkled",
      "joyful",
      "wink",
    ] as const),
    clothes: chooseClothes(random, wish.gender, hair),
    cloth,
    trim: random.pick(trims.filter((trim) => trim !== cloth)),
    face: chooseFace(random, female),
    tilt: random.between(-6, 6),
    turn: random.between(-16, 16),
    glasses: wish.glasses ?? random.chance(0.24),
  };
}

function chooseBeard(random: Random, hair: HairStyle): Beard {
  if (hair === "turban") return random.pick(["full", "full", "short"] as const);
  return random.pick(["none", "none", "stubble", "stubble", "short", "full", "moustache", "goatee"] as const);
}

function chooseClothes(random: Random, gender: "male" | "female", hair: HairStyle): Clothes {
  if (hair === "hijab") return random.pick(["kurti", "denim", "hoodie"] as const);
  if (hair === "gajra") return random.pick(["saree", "saree", "lehenga", "kurti"] as const);
  return random.pick<Clothes>(gender === "female" ? womensClothes : mensClothes);
}

function chooseFace(random: Random, female: boolean): Look["face"] {
  if (female) {
    return {
      width: random.between(158, 172),
      jaw: random.between(100, 118),
      chinWidth: random.between(34, 50),
      chin: random.between(218, 232),
    };
  }
  return {
    width: random.between(164, 178),
    jaw: random.between(118, 138),
    chinWidth: random.between(50, 74),
    chin: random.between(226, 242),
  };
}
