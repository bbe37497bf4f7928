/** React's API from Preact, for the page and its libraries. */
export const reactIsPreact = [
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react-dom\/server$/, replacement: "preact/compat/server" },
  { find: /^react-dom$/, replacement: "preact/compat" },
  { find: /^react$/, replacement: "preact/compat" },
  { find: /^react\/jsx-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react\/jsx-dev-runtime$/, replacement: "preact/jsx-runtime" },
];

/** For the build's options. Without it each build warns of lines in libraries that only React's server or newest hooks need. */
export const reactChecks = { moduleLevelDirective: false, importIsUndefined: false };
