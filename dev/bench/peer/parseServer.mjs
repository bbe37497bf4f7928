/**
 * Parse Server with LiveQuery on PostgreSQL, in a separate process. Both end with its parent. argv: folder of packages, port. Sends
 * "ready", or an error's message.
 */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { APPLICATION, MASTER_KEY } from "./parsePeer";
import { classes, cloud, live, unique } from "./cloud.mjs";
import { postgresqlPackage } from "./packages";
import { startPostgresql } from "./postgresql";

const [packages, port] = process.argv.slice(2);
const load = createRequire(path.join(packages, "package.json"));

start().then(
  () => process.send("ready"),
  (error) => process.send(error.message),
);

async function start() {
  const database = await startPostgresql(path.join(packages, "node_modules", postgresqlPackage), Number(port) + 1);
  process.on("disconnect", () => database.stop().then(() => process.exit(0)));
  const { ParseServer } = load("parse-server");
  const server = new ParseServer({
    databaseURI: database.uri,
    appId: APPLICATION,
    masterKey: MASTER_KEY,
    serverURL: `http://127.0.0.1:${port}/parse`,
    cloud,
    liveQuery: { classNames: live },
    schema: { definitions: classes, lockSchemas: true },
    allowClientClassCreation: false,
    logLevel: "error",
    logsFolder: null,
    silent: true,
  });
  await server.start();
  const { databaseController } = server.config;
  const schema = await databaseController.loadSchema();
  for (const [name, fields] of unique) {
    await databaseController.adapter.ensureUniqueness(name, await schema.getOneSchema(name), fields);
  }
  const app = load("express")();
  app.use("/parse", server.app);
  const http = createServer(app);
  await new Promise((resolve) => http.listen(Number(port), "127.0.0.1", resolve));
  await ParseServer.createLiveQueryServer(http);
}
