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
 * The features of `convex/model/`, low to high, one floor per line. A feature is a folder or a file. It imports only from features before
 * it, so it need not know which later ones use it.
 */
export const floors = [
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
const words = floors.join(" ").split(" ");

/**
 * `of`: the importing files. `may`: what they may import, except `but`. `types`: what they may import for types only. `fits`: whether a
 * file may import another one, if that depends on both. Files are paths from the root without extension; packages are `npm:name`.
 */
export const directions = {
  "e2e-imports-nothing-of-the-product": { of: /^e2e\//, may: [/^e2e\//, npm], testsToo: true },
  "dev-imports-package-deploy": {
    // Functions that the bench and the nightly push count as convex/.
    of: /^dev\/(?!.*\.convex$)/,
    may: [/^dev\//, /^deploy\//, /^packages\/local-convex\/(bundle|dashboard)$/, generated, shared, npm],
    but: [/^npm:convex\/react/, /^npm:react/],
  },
  "stand-ins-import-stand-ins": {
    of: /^dev\/standIns\//,
    may: [/^dev\/standIns\//, npm],
    // All stand-ins share one guard for the pages that may call them.
    but: [/^npm:(convex|react|local-convex(?!\/pageGuard$))/],
  },
  "seed-imports-shared": {
    of: /^dev\/seed\//,
    may: [/^dev\/seed\//, generated, shared, npm],
    but: [/^npm:local-convex/],
  },
  "deploy-imports-deploy": {
    of: /^deploy\//,
    may: [/^deploy\//, generated, shared, npm],
    but: [/^npm:(react|convex\/react|local-convex)/],
  },
  "package-knows-no-product": {
    of: /^packages\/local-convex\/(?!dashboard(Build$|\/))/,
    may: [
      /^packages\/local-convex\/(?!dashboard\/)/,
      node,
      /^npm:(convex\/values|convex\/server|@photostructure\/sqlite|croner|esbuild|ws|jose|yazl|yauzl)$/,
    ],
  },
  // Pages import only the deployment's public contract.
  "dashboard-knows-the-contract": {
    of: /^packages\/local-convex\/dashboard\//,
    may: [
      /^packages\/local-convex\/(dashboard\/|src\/contract\/dashboard$)/,
      /^npm:(convex\/(browser|react|server|values)|react|react-dom\/client|lucide-react)$/,
    ],
  },
  ...packageLayers(["deploy", "sync", "server", "worker", "execution", "modules", "storage", "database"]),
  "only-the-driver-knows-sqlite": {
    of: /^(?!packages\/local-convex\/(src\/database\/driver|testing\/diskWithoutSpace)$)/,
    may: [/^/],
    but: [/^npm:(node:sqlite|@photostructure\/sqlite)$/],
    testsToo: true,
  },
  "src-imports-generated-and-shared": {
    of: /^src\//,
    may: [/^src\//, generated, shared, npm],
    but: [node],
    testsToo: true,
  },
  "features-do-not-import-app": { of: /^src\/(features|layout)\//, may: [/^/], but: [/^src\/[^/]+$/] },
  "session-does-not-import-features": {
    of: /^src\/session\//,
    may: [/^/],
    but: [/^src\/(features|layout)\//, /^src\/[^/]+$/],
  },
  "components-do-not-import-session": {
    of: /^src\/components\//,
    may: [/^/],
    but: [/^src\/(features|layout|session)\//, /^src\/[^/]+$/],
  },
  "lib-imports-lib": {
    of: /^src\/lib\//,
    may: [/^/],
    but: [/^src\/(components|features|layout|session)\//, /^src\/[^/]+$/],
  },
  "convex-imports-convex": { of: /^convex\//, may: [/^convex\//, npm], but: [/^npm:(react|vite)/] },
  "http-imports-words": {
    of: /^convex\/(http$|rest\/)/,
    may: [/^convex\/(rest|validators)\//, word, generated, shared, npm],
  },
  "words-import-functions-model-services": { of: word, may: [/^/], but: [/^convex\/(http$|rest\/)/, word] },
  "functions-import-model": {
    of: /^convex\/functions$/,
    may: [/^/],
    but: [/^convex\/(http$|rest\/|services\/)/, word],
  },
  "model-imports-shared": {
    of: /^convex\/model\//,
    may: [/^convex\/model\//, /^convex\/(schema|validators\/\w+|convex\.config)$/, generated, shared, npm],
    but: [node],
    types: services,
  },
  "model-stands-on-floors": { of: /^convex\/model\//, may: [/^/], fits: isBelow },
  "services-import-shared": {
    of: /^convex\/services\//,
    may: [/^convex\/services\//, /^convex\/validators\//, generated, shared, npm],
  },
  "only-actions-use-services": {
    of: /^convex\/(?!services\/)/,
    may: [/^/],
    but: [services],
    types: services,
    except: (file, source) => word.test(file) || /^["']use node["']/m.test(source),
  },
  "shared-is-pure": {
    of: /^convex\/shared\//,
    may: [shared, npm],
    but: [node, /^npm:(react|convex\/(react|browser|server))/],
    testsToo: false,
  },
};

/** In the package, a folder imports only itself and the folders listed after it. So does the contract. */
function packageLayers(folders) {
  const src = "packages/local-convex/src";
  return Object.fromEntries(
    [...folders, "contract"].map((name, at) => [
      `package-${name}-imports-downwards`,
      {
        of: new RegExp(`^${src}/${name}/`),
        may: [/^/],
        but: [
          new RegExp(`^${src}/(cli|deployment|folderLock)$`),
          ...folders.slice(0, at).map((above) => new RegExp(`^${src}/${above}/`)),
        ],
      },
    ]),
  );
}

/** True if the imported file is of the same or a lower feature. A feature without a floor may import no other. */
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
    const held = Object.entries(directions).filter(
      ([, { of, except, testsToo }]) =>
        of.test(file) && (!isTest || testsToo) && !except?.(file, context.sourceCode.text),
    );
    const check = ({ source, importKind }) => {
      if (typeof source?.value !== "string") return;
      const target = targetOf(context.filename, source.value);
      for (const [direction, { may, but = [], types, fits }] of held) {
        if (importKind === "type" && types?.test(target)) continue;
        const allowed = may.some((pattern) => pattern.test(target)) && !but.some((pattern) => pattern.test(target));
        if (allowed && (fits === undefined || fits(file, target))) continue;
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
