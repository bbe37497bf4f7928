/**
 * Makes convex-test quicker, and ends a product with its test. Otherwise a job that is due later would run and mail in the worker's
 * next test (see setup.testing.ts). Changes nothing else. The library scans all documents of all tables for every query, and parses
 * validators and serialises documents again for every call. This plugin adds an index for equality reads and caches the rest by object,
 * because the store never changes a document in place. Throws if the library's code has changed.
 */
const changes = [
  ["_pendingTimerCount = 0;", "$& isOver = false; constructor() { globalThis.convexProducts.add(this); }"],
  ["scheduler.timerFired();", "$& if (scheduler.isOver) return;"],
  ["_documents = {};", "_documents = {}; _ids = new Map(); _indexes = new Map();"],
  [
    "for (const [id, write] of Object.entries(lastWrites)) {\n            const _id = id;",
    "$& if (this._writes.length === 0) reindex(this, _id, write);",
  ],
  [
    "(id) => tableNameFromId(id) === tableName;",
    "(id) => id.endsWith(tableName) && tableNameFromId(id) === tableName;",
  ],
  ["_iterateDocs(tableName, callback) {", "_iterateDocs(tableName, callback, range = []) {"],
  ["new Set(Object.keys(this._documents).filter(isInTable))", "new Set(committedIds(this, tableName, range))"],
  [
    'results.push(doc);\n                    }\n                });\n                break;\n            }\n            case "Search"',
    'results.push(doc);\n                    }\n                }, source.range);\n                break;\n            }\n            case "Search"',
  ],
  [
    'const pathParts = fieldPath.split(".");',
    'const pathParts = fieldPath.includes(".") ? fieldPath.split(".") : [fieldPath];',
  ],
  [
    "for (const v of validator.value) {\n                try {",
    "for (const v of validator.value) {\n                if (differs(v, value)) continue;\n                try {",
  ],
  ["tableSchema.export(),", "once(exported, tableSchema, () => tableSchema.export()),"],
  ["JSON.parse(func.exportArgs())", "once(argsOf, func, () => JSON.parse(func.exportArgs()))"],
  ["JSON.parse(func.exportReturns())", "once(returnsOf, func, () => JSON.parse(func.exportReturns()))"],
  [
    "tracker?.trackRead(getDocumentSize(doc));\n            }\n            return doc;",
    "tracker?.trackRead(sizeOf(doc));\n            }\n            return doc;",
  ],
  ["return JSON.stringify(convexToJson(doc));", "return textOf(doc);"],
  ["tracker?.trackRead(getDocumentSize(value));", "tracker?.trackRead(sizeOf(value));"],
  ["return JSON.stringify(convexToJson({ value, done }));", 'return `{"value":${textOf(value)},"done":${done}}`;'],
] as const;

const additions = `
const [exported, argsOf, returnsOf, sizes, texts] = Array.from({ length: 5 }, () => new WeakMap());
function once(kept, key, make) {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
}
function sizeOf(doc) {
    return once(sizes, doc, () => getDocumentSize(doc));
}
function textOf(doc) {
    return doc === null ? "null" : once(texts, doc, () => JSON.stringify(convexToJson(doc)));
}
/** True if a value plainly is not what a validator wants. Otherwise each other type of a union would throw an error. */
function differs({ type, value: wanted }, value) {
    if (type === "literal") return value !== wanted;
    if (type === "null") return value !== null;
    return type === "id" ? typeof value !== "string" : ["string", "number", "boolean", "bigint"].includes(type) && typeof value !== type;
}
/** Returns the committed documents of a table that satisfy a range's equalities. */
function committedIds(db, table, range) {
    const equal = range.filter(({ type }) => type === "Eq");
    if (equal.length === 0) return db._ids.get(table);
    const indexes = once(db._indexes, table, () => new Map());
    const fields = equal.map(({ fieldPath }) => fieldPath);
    const index = once(indexes, fields.join(), () => {
        const made = { fields, ids: new Map() };
        for (const id of db._ids.get(table) ?? []) addTo(made, db._documents[id]);
        return made;
    });
    return index.ids.get(equal.map(({ value }) => keyOf(evaluateQueryValue(value))).join());
}
/** Moves a document to its places in the indexes. A write of null deletes it. */
function reindex(db, id, write) {
    const [table, before] = [tableNameFromId(id), db._documents[id]];
    const ids = once(db._ids, table, () => new Set());
    if (write === null) ids.delete(id);
    else ids.add(id);
    for (const index of db._indexes.get(table)?.values() ?? []) {
        if (before) index.ids.get(placeOf(index, before))?.delete(id);
        if (write !== null) addTo(index, write);
    }
}
function addTo(index, doc) {
    once(index.ids, placeOf(index, doc), () => new Set()).add(doc._id);
}
function placeOf({ fields }, doc) {
    return fields.map((field) => keyOf(evaluateFieldPath(field, doc))).join();
}
/** Equal values have equal keys. Unequal values may have equal keys, too. */
function keyOf(value) {
    return typeof value + (typeof value === "object" && value !== null ? "" : String(value));
}
`;

export const fasterStore = {
  name: "faster-store",
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith("convex-test/dist/index.js")) return undefined;
    for (const [was] of changes) if (code.split(was).length !== 2) throw new Error(`convex-test has changed: ${was}`);
    return changes.reduce((text, [was, is]) => text.replace(was, is), code) + additions;
  },
};
