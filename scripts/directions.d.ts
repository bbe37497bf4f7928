import type { ESLint } from "eslint";

export const directions: Record<string, unknown>;
export const floors: string[];
export const house: ESLint.Plugin;
