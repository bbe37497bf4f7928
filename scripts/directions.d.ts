import type { ESLint } from "eslint";

export const directions: Record<string, unknown>;
export const house: ESLint.Plugin;
