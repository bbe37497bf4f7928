/**
 * The lint rules for imports between folders, one per direction. They compare only paths, so they also apply to files that do not exist
 * yet.
 */
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const test = /\.(test|testing)\.tsx?$|\/testing(\/|\.ts$)/;

const generated = /^convex\/_generated\//;
const shared = /^convex\/shared\//;
/** A feature may have further files of registered functions, such as `staffSecondFactor`. */
const word =
  /^convex\/(auth|profiles|swipes|matches|chat|reports|payments|moderator|organiser|festival|people|staff|contact|mails|incidents|outbox|push|demo|tickets|numbers|jobs)([A-Z]\w*)?$/;
const services = /^convex\/services\//;
const node = /^npm:node:/;
const npm = /^npm:/;

/**
 * The features of `convex/model/`, low to high, one layer per line. A feature is a folder or a file. It imports only from features before
 * it, so it knows nothing of later ones.
 */
export const layers = [
  "rows outbox throttle incidents festival status numbers",
  "photos cards subscriptions auth secondFactor",
  "deck quota news",
  "mails resets push",
  "chat swipes matches contact",
  "moderation staff reports former signUp signIn",
  "payments money tickets profiles",
  "personViews removal people settings closing",
  "measures demo restored jobs",
];
const words = layers.join(" ").split(" ");

/**
 * `importers`: the importing files. They may import `allowed` files that are not `forbidden`, and `allowedTypes` for types only. `allows`:
 * for a direction that depends on both files, true if the first may import the second. Files are paths from the root without extension;
 * packages are `npm:name`.
 */
export const directions = {
  "e2e-imports-nothing-of-the-product": { importers: /^e2e\//, allowed: [/^e2e\//, npm], includesTests: true },
  "dev-imports-package-deploy": {
    // Functions that the bench and the nightly push count as convex/.
    importers: /^dev\/(?!.*\.convex$)/,
    allowed: [/^dev\//, /^deploy\//, /^packages\/local-convex\/(bundle|dashboard)$/, generated, shared, npm],
    forbidden: [/^npm:convex\/react/, /^npm:react/],
  },
  "stand-ins-import-stand-ins": {
    importers: /^dev\/standIns\//,
    allowed: [/^dev\/standIns\//, npm],
    // All stand-ins share one guard for the pages that may call them.
    forbidden: [/^npm:(convex|react|local-convex(?!\/pageGuard$))/],
  },
  "seed-imports-shared": {
    importers: /^dev\/seed\//,
    allowed: [/^dev\/seed\//, generated, shared, npm],
    forbidden: [/^npm:local-convex/],
  },
  "deploy-imports-deploy": {
    importers: /^deploy\//,
    allowed: [/^deploy\//, generated, shared, npm],
    forbidden: [/^npm:(react|convex\/react|local-convex)/],
  },
  "package-knows-no-product": {
    importers: /^packages\/local-convex\/(?!dashboard(Build$|\/))/,
    allowed: [
      /^packages\/local-convex\/(?!dashboard\/)/,
      node,
      /^npm:(convex\/values|convex\/server|@photostructure\/sqlite|croner|esbuild|ws|jose|yazl|yauzl)$/,
    ],
  },
  // Pages import only the deployment's public contract.
  "dashboard-knows-the-contract": {
    importers: /^packages\/local-convex\/dashboard\//,
    allowed: [
      /^packages\/local-convex\/(dashboard\/|src\/contract\/dashboard$)/,
      /^npm:(convex\/(browser|react|server|values)|react|react-dom\/client|lucide-react)$/,
    ],
  },
  ...packageLayers(["deploy", "sync", "server", "worker", "execution", "modules", "storage", "database"]),
  "only-the-driver-knows-sqlite": {
    importers: /^(?!packages\/local-convex\/(src\/database\/driver|testing\/diskWithoutSpace)$)/,
    allowed: [/^/],
    forbidden: [/^npm:(node:sqlite|@photostructure\/sqlite)$/],
    includesTests: true,
  },
  "src-imports-generated-and-shared": {
    importers: /^src\//,
    allowed: [/^src\//, generated, shared, npm],
    forbidden: [node],
    includesTests: true,
  },
  "features-do-not-import-app": { importers: /^src\/(features|layout)\//, allowed: [/^/], forbidden: [/^src\/[^/]+$/] },
  "session-does-not-import-features": {
    importers: /^src\/session\//,
    allowed: [/^/],
    forbidden: [/^src\/(features|layout)\//, /^src\/[^/]+$/],
  },
  "components-do-not-import-session": {
    importers: /^src\/components\//,
    allowed: [/^/],
    forbidden: [/^src\/(features|layout|session)\//, /^src\/[^/]+$/],
  },
  "lib-imports-lib": {
    importers: /^src\/lib\//,
    allowed: [/^/],
    forbidden: [/^src\/(components|features|layout|session)\//, /^src\/[^/]+$/],
  },
  "convex-imports-convex": { importers: /^convex\//, allowed: [/^convex\//, npm], forbidden: [/^npm:(react|vite)/] },
  "http-imports-words": {
    importers: /^convex\/(http$|rest\/)/,
    allowed: [/^convex\/(rest|validators)\//, word, generated, shared, npm],
  },
  "words-import-functions-model-services": {
    importers: word,
    allowed: [/^/],
    forbidden: [/^convex\/(http$|rest\/)/, word],
  },
  "functions-import-model": {
    importers: /^convex\/functions$/,
    allowed: [/^/],
    forbidden: [/^convex\/(http$|rest\/|services\/)/, word],
  },
  "model-imports-shared": {
    importers: /^convex\/model\//,
    allowed: [/^convex\/model\//, /^convex\/(schema|validators\/\w+|convex\.config)$/, generated, shared, npm],
    forbidden: [node],
    allowedTypes: services,
  },
  "model-imports-downwards": { importers: /^convex\/model\//, allowed: [/^/], allows: isBelow },
  "services-import-shared": {
    importers: /^convex\/services\//,
    allowed: [/^convex\/services\//, /^convex\/validators\//, generated, shared, npm],
  },
  "only-actions-use-services": {
    importers: /^convex\/(?!services\/)/,
    allowed: [/^/],
    forbidden: [services],
    allowedTypes: services,
    exempt: (file, source) => word.test(file) || /^["']use node["']/m.test(source),
  },
  "shared-is-pure": {
    importers: /^convex\/shared\//,
    allowed: [shared, npm],
    forbidden: [node, /^npm:(react|convex\/(react|browser|server))/],
    includesTests: false,
  },
};

/** In the package, a folder imports only itself and the folders listed after it. So does the contract. */
function packageLayers(folders) {
  const src = "packages/local-convex/src";
  return Object.fromEntries(
    [...folders, "contract"].map((name, index) => [
      `package-${name}-imports-downwards`,
      {
        importers: new RegExp(`^${src}/${name}/`),
        allowed: [/^/],
        forbidden: [
          new RegExp(`^${src}/(cli|deployment|folderLock)$`),
          ...folders.slice(0, index).map((above) => new RegExp(`^${src}/${above}/`)),
        ],
      },
    ]),
  );
}

/** True if the imported file is of the same or a lower feature. A feature without a layer may import no other. */
function isBelow(file, target) {
  if (!target.startsWith("convex/model/")) return true;
  const [from, to] = [file, target].map((name) => words.indexOf(name.split("/")[2]));
  return to !== -1 && to <= from;
}

/** The lint rule: reports imports that a direction refuses. */
export const importRule = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const name = path.relative(root, context.filename);
    const file = strip(name);
    const isTest = test.test(`/${name}`);
    const applicable = Object.entries(directions).filter(
      ([, { importers, exempt, includesTests }]) =>
        importers.test(file) && (!isTest || includesTests) && !exempt?.(file, context.sourceCode.text),
    );
    const check = ({ source, importKind }) => {
      if (typeof source?.value !== "string") return;
      const target = targetOf(context.filename, source.value);
      for (const [direction, { allowed, forbidden = [], allowedTypes, allows }] of applicable) {
        if (importKind === "type" && allowedTypes?.test(target)) continue;
        const matches = (patterns) => patterns.some((pattern) => pattern.test(target));
        if (matches(allowed) && !matches(forbidden) && (allows === undefined || allows(file, target))) continue;
        context.report({ node: source, message: `${file} may not import ${target} (${direction})` });
      }
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

function targetOf(from, specifier) {
  if (!specifier.startsWith(".")) return `npm:${specifier}`;
  return strip(path.relative(root, path.resolve(path.dirname(from), specifier.replace(/\?.*$/, ""))));
}

function strip(file) {
  return file
    .split(path.sep)
    .join("/")
    .replace(/\.(test\.)?(d\.)?(c|m)?(j|t)sx?$/, "");
}
