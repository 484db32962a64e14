// A gateway of real parts with the plugin of an app that is polled, until it is killed. Prints where visitors write to.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createGateway } from "@parley/core";
import { pollingPlugin } from "../../../conformance/test/plugins/fixtures/polling-plugin.ts";
import { ingressNode } from "../../../ingress-node/src/index.ts";
import { platformNode } from "../../../platform-node/src/index.ts";
import { transportUndici } from "../../../transport-undici/src/index.ts";
import { storePostgres } from "../../src/index.ts";

const [connection = "", schema = "", appUrl = "", shopUrl = "", token = ""] = process.argv.slice(2);
const gateway = await createGateway(
  platformNode({ logLevel: "silent", clock: false }),
  storePostgres({ connection, schema, allowNonDurable: true }),
  transportUndici({ allowInsecureLoopback: true }),
  pollingPlugin({ name: "topics", url: appUrl, token }),
);
const added = await gateway.channelAdmin.add({ id: token, chatApiUrl: shopUrl });
if (!added.done) throw new Error(added.refusal.message);
const server = createServer(ingressNode(gateway.inbox)).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
console.log(`http://127.0.0.1:${port}/${added.value.randomString}/${token}`);
