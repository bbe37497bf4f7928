import type { Rule } from "eslint";

export const filePaths: Rule.RuleModule;
