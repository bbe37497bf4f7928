interface Context {
  filename: string;
  sourceCode: { text: string };
  report(problem: { message: string }): void;
}

export const directions: Record<string, unknown>;
export const layers: string[];
export const importRule: {
  create(context: Context): {
    ImportDeclaration(node: { source: { value: string }; importKind: string }): void;
  };
};
