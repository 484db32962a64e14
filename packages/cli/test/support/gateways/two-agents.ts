import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { adminExpress } from "@parley/admin-express";
import { GatewayRig, ScriptedAgent, scriptedRouter } from "@parley/conformance";
import { MemoryData, memoryStores } from "@parley/core/memory";

// The Express of the admin API: this package has none.
type Express = () => { use(path: string, handler: unknown): void } & ((
  ...parts: unknown[]
) => void);
const express = createRequire(import.meta.resolve("@parley/admin-express"))("express") as Express;

const token = "a token for tests alone";

/** A gateway on manual time with the agent apps `sales`, which gets what is new, and `support`. */
export class TwoAgents implements AsyncDisposable {
  readonly rig: GatewayRig;
  readonly sales: ScriptedAgent;
  readonly support: ScriptedAgent;
  /** Environment with which `parley` finds the gateway. */
  readonly env: Readonly<Record<string, string>>;
  readonly #close: () => Promise<void>;

  private constructor(
    rig: GatewayRig,
    agents: { readonly sales: ScriptedAgent; readonly support: ScriptedAgent },
    url: string,
    close: () => Promise<void>,
  ) {
    this.rig = rig;
    this.sales = agents.sales;
    this.support = agents.support;
    this.env = { PARLEY_URL: url, PARLEY_ADMIN_TOKEN: token };
    this.#close = close;
  }

  static async start(): Promise<TwoAgents> {
    const data = new MemoryData();
    const rig = await GatewayRig.start(() => memoryStores({ data }));
    await rig.stop();
    const agents = { sales: new ScriptedAgent(rig.time), support: new ScriptedAgent(rig.time) };
    rig.withRouter(() => scriptedRouter(agents));
    await rig.startAgain();
    const app = express();
    app.use("/admin/v1", adminExpress(rig.gateway, { token, publicUrl: "https://chat.example" }));
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new TwoAgents(rig, agents, url, async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    await this.rig.stop();
  }
}
