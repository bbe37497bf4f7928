/** Golden letters. Only for the dark background. */
export const goldInk = "bg-linear-to-br from-[#fff1c4] via-[#e6bd62] to-[#c08f33] bg-clip-text text-transparent";
