/**
 * A lint rule for code that must run on every system. `node:path` joins and splits file paths, and the package's `src/paths.mjs` handles
 * names with slashes. The rule goes by names: an expression whose name ends in file, folder, dir, root, cwd, tree or cache is a path.
 */
const pathName = /(?:^|[a-z#])(?:files?|folder|dir|directory|root|cwd|tree|cache)$/i;
const slash = /^[/\\]+$/;
const startsWithSlash = /^[/\\]/;
const systemPath = /^\/(?:tmp|proc|dev|usr|etc|home|var)(?:\/|$)|^[a-z]:[/\\]/i;

const messages = {
  taken: "Split paths with partsOf, nameOf and nameBelow of paths.mjs: systems use different separators.",
  joined: "Join paths with path.join, or with fileBelow of paths.mjs.",
  system: "Only paths.mjs knows the separator.",
  address: "Make file: addresses with urlOf of paths.mjs, and read them with fileOf.",
  place: "This path does not exist on every system.",
  program: "Start process.execPath: other programs have different names on other systems.",
};

export const filePaths = {
  meta: { type: "problem", schema: [], messages },
  create(context) {
    const report = (node, messageId) => context.report({ node, messageId });
    return {
      CallExpression(node) {
        const [first] = node.arguments;
        const called = nameOf(node.callee);
        const isSlash = typeof first?.value === "string" && slash.test(first.value);
        if (/^(?:split|join|lastIndexOf)$/.test(called) && isSlash) report(node, "taken");
        const starts = node.callee.type === "Identifier" && /^(?:spawn|exec|execFile)(?:Sync)?$/.test(called);
        if (starts && typeof first?.value === "string") report(node, "program");
      },
      MemberExpression(node) {
        if (nameOf(node) === "sep") report(node, "system");
      },
      ImportSpecifier(node) {
        if (/^(?:sep|posix|win32)$/.test(node.imported.name) && /^(?:node:)?path$/.test(node.parent.source.value)) {
          report(node, "system");
        }
      },
      ImportExpression(node) {
        const isKnown = node.source.type === "Literal" || nameOf(node.source.callee) === "urlOf";
        if (!isKnown) report(node, "address");
      },
      TemplateLiteral(node) {
        node.expressions.forEach((expression, at) => {
          if (pathName.test(nameOf(expression)) && startsWithSlash.test(node.quasis[at + 1].value.raw))
            report(node, "joined");
        });
        if (isAddress(node.quasis[0].value.raw)) report(node, "address");
        if (systemPath.test(node.quasis[0].value.raw)) report(node, "place");
      },
      BinaryExpression(node) {
        const { left, right } = node;
        if (node.operator !== "+" || typeof right.value !== "string") return;
        if (pathName.test(nameOf(left)) && startsWithSlash.test(right.value)) report(node, "joined");
      },
      Literal(node) {
        const text = node.regex?.pattern ?? node.value;
        if (typeof text !== "string") return;
        if (isAddress(text)) report(node, "address");
        if (systemPath.test(text)) report(node, "place");
      },
    };
  },
};

function isAddress(text) {
  return /file:(?:\\?\/){2}/.test(text);
}

/** Returns an expression's name: its last identifier, or a call's function. */
function nameOf(node) {
  if (node?.type === "CallExpression") return nameOf(node.callee);
  if (node?.type === "MemberExpression") return node.computed ? "" : nameOf(node.property);
  if (node?.type === "PrivateIdentifier") return `#${node.name}`;
  return node?.type === "Identifier" ? node.name : "";
}
