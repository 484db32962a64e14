import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sharedStore } from "@parley/conformance";
import { doorsNode, hardenServer } from "@parley/ingress-node";
import { mediaDirectory } from "@parley/media-directory";
import { agentRouter } from "@parley/agent-router";
import { storeSqlite } from "@parley/store-sqlite";
import { temporaryDirectory } from "../../../../store-sqlite/test/support/opened-stores.ts";
import { agentHttp, issueToken } from "../../../src/index.ts";
import { AgentRig } from "../agent-rig.ts";
import { KnownValues } from "./known-values.ts";
import type { Target } from "./send-plan.ts";

/** A gateway on SQLite with two apps and a media directory. Its doors are on a real socket, its clock is manual. */
export interface FuzzedGateway {
  readonly rig: AgentRig;
  /** One door, and the values that are known of it. */
  readonly target: Target;
  /** Passes time while something waits for it. */
  readonly withTime: <Result>(work: Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
}

const tokens = { desk: issueToken(), bot: issueToken() };
/** A request usually ends sooner. One that waits for time does not. */
const patienceMs = 5;

export async function fuzzedGateway(): Promise<FuzzedGateway> {
  const { directory, remove } = temporaryDirectory();
  const files = join(directory, "media");
  const app = (name: keyof typeof tokens) =>
    agentHttp({ name, tokenDigests: [tokens[name].digest] });
  const backends = () => ({ desk: app("desk"), bot: app("bot") });
  const channels = { shop: "desk" };
  const rig = await AgentRig.start({
    stores: sharedStore(() => storeSqlite({ directory })),
    agents: () => [
      mediaDirectory({ directory: files, publicUrl: "http://127.0.0.1:1/media" }),
      agentRouter({ backends: backends(), channels, otherwise: "bot" }),
    ],
  });
  const { gateway } = rig.node(0);
  const server = createServer(doorsNode(gateway.doors));
  hardenServer(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const bearer = (token: string) => `Bearer ${token}`;
  const target: Target = {
    url: `http://127.0.0.1:${port}/agents/desk`,
    known: new KnownValues(),
    agent,
    authorization: {
      own: bearer(tokens.desk.token),
      other: bearer(tokens.bot.token),
      none: undefined,
      wrong: bearer("x".repeat(4_000)),
      basic: "Basic eDp5",
    },
  };
  return {
    rig,
    target,
    withTime: (work) => withTime(rig, work),
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rig.close();
      remove();
    },
  };
}

async function withTime<Result>(rig: AgentRig, work: Promise<Result>): Promise<Result> {
  const ended = work.then(
    () => true,
    () => true,
  );
  const isOver = (withinMs: number) => Promise.race([ended, sleep(withinMs, false)]);
  let patience = patienceMs;
  while (!(await isOver(patience))) {
    await rig.time.advance(1_000);
    patience = 2;
  }
  return work;
}
