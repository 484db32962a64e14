import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AdminClient } from "../../../quickstart/test/support/admin-client.ts";
import { ConsoleClient } from "../../../quickstart/test/support/console-client.ts";
import { Endpoint } from "../../../quickstart/test/support/endpoint.ts";
import { eventually } from "../../../quickstart/test/support/eventually.ts";
import { temporaryDirectory } from "../../../quickstart/test/support/temporary-directory.ts";
import { ClusterProcess } from "../support/cluster-process.ts";
import { Writers } from "../support/writers.ts";

const scratch = temporaryDirectory();
const data = join(scratch.path, "data");
const visitorNames = ["v1", "v2", "v3", "v4"];
let endpoint: Endpoint;
let cluster: ClusterProcess;
let visitors: Writers;
let agents: Writers;

beforeAll(async () => {
  // If the tests run as root, PostgreSQL runs as another user, who needs access to its directory.
  chmodSync(scratch.path, 0o755);
  endpoint = await Endpoint.open();
  cluster = await ClusterProcess.start(data, { PARLEY_NODES: "2" });
  await new AdminClient(cluster.url, data).ask("PATCH", "/channels/shop", {
    chatApiUrl: endpoint.url,
  });
  visitors = new Writers(visitorNames, 200, visitorSays);
  const agent = await ConsoleClient.signIn(cluster.url);
  const conversations = await eventually(async () => {
    const all = await agent.conversations();
    return all.length === visitorNames.length && all;
  });
  agents = new Writers(
    conversations.map(({ id }) => id),
    202,
    async (id, text) => {
      const path = `conversations/${id}/messages`;
      return (await agent.ask("POST", path, { type: "text", text })).status;
    },
  );
}, 120_000);

afterAll(async () => {
  await cluster?.kill();
  await endpoint?.close();
  scratch.remove();
});

async function visitorSays(id: string, text: string): Promise<number> {
  const body = JSON.stringify({ sender: { id }, message: { type: "text", text } });
  const response = await fetch(cluster.ingressUrl, { method: "POST", body });
  await response.arrayBuffer();
  return response.status;
}

/** Repeated once: a machine that stands still makes its nodes not ready, and visitors are refused. */
const limits = { timeout: 120_000, retry: 1 };

/** Refusals of visitors and agents meanwhile. */
async function refusedDuring(work: () => Promise<void>): Promise<readonly number[]> {
  const before = [visitors.refused.length, agents.refused.length];
  await work();
  return [...visitors.refused.slice(before[0]), ...agents.refused.slice(before[1])];
}

describe("while visitors and agents write", () => {
  it(
    "restart runs another program on every node, one after another, and nobody is refused",
    limits,
    async () => {
      const before = await cluster.nodes();
      const program = nextVersion();
      const refused = await refusedDuring(async () => {
        const { code, stdout } = await cluster.command("restart", "--program", program);
        expect([code, stdout.match(/ leaves$/gm)?.length]).toEqual([0, 2]);
      });
      const after = await cluster.nodes();
      expect(after.map((node) => [node.name, node.state, node.program])).toEqual(
        before.map(({ name }) => [name, "ready", program]),
      );
      const processes = new Set(before.map(({ processId }) => processId));
      expect(after.filter(({ processId }) => processes.has(processId))).toEqual([]);
      expect(refused).toEqual([]);
    },
  );

  it(
    "restart goes back to the program before, when the next one does not start",
    limits,
    async () => {
      const broken = join(scratch.path, "broken-version.mjs");
      writeFileSync(broken, "process.exit(1);\n");
      const before = await cluster.nodes();
      const refused = await refusedDuring(async () => {
        const { code, stderr } = await cluster.command("restart", "--program", broken);
        expect([code, stderr]).toEqual([
          1,
          expect.stringContaining(`${before[0]?.name} did not start`),
        ]);
      });
      const programs = (await cluster.nodes()).map((node) => [node.state, node.program]);
      expect(programs).toEqual(before.map(({ program }) => ["ready", program]));
      expect(refused).toEqual([]);
    },
  );

  it(
    "replace brings a new node before the old one goes, and nobody is refused",
    limits,
    async () => {
      const [old, other] = await cluster.nodes();
      const refused = await refusedDuring(async () => {
        const { code } = await cluster.command("replace", old?.name.split("-")[1] ?? "");
        expect(code).toBe(0);
      });
      const nodes = await cluster.nodes();
      expect(nodes.map(({ state }) => state)).toEqual(["ready", "ready"]);
      expect(nodes[0]?.name).toBe(other?.name);
      expect([old?.name, other?.name]).not.toContain(nodes[1]?.name);
      expect(refused).toEqual([]);
    },
  );

  it("a node that is killed is started again, and gets requests", async () => {
    const [killed] = await cluster.nodes();
    process.kill(killed?.processId ?? 0, "SIGKILL");
    await eventually(async () => {
      const [again] = await cluster.nodes();
      return again?.state === "ready" && again.processId !== killed?.processId;
    }, 60_000);
  }, 120_000);

  it("a node that there is not is refused by name, and so is a command", async () => {
    const { code, stderr } = await cluster.command("replace", "9");
    expect([code, stderr]).toEqual([1, "There is no node-9: status lists them all.\n"]);
    expect((await cluster.command("explode")).code).toBe(1);
  });
});

describe("after all that", () => {
  it("every message that was accepted is there, once and in order, both ways", async () => {
    await eventually(() => visitors.count > 100 && agents.count > 100, 60_000);
    await Promise.all([visitors.end(), agents.end()]);
    const admin = new AdminClient(cluster.url, data);
    await eventually(async () => {
      const { deliveries } = await admin.read<{ deliveries: readonly unknown[] }>(
        "/deliveries?state=waiting",
      );
      return deliveries.length === 0;
    }, 60_000);
    const history = (await admin.export()).filter(({ type }) => type === "message") as unknown as {
      readonly direction: string;
      readonly message: { readonly text: string };
    }[];
    const said = (direction: string) =>
      history.filter((one) => one.direction === direction).map(({ message }) => message.text);
    expect(inConversations(said("inbound"), visitors)).toEqual(acceptedBy(visitors));
    expect(inConversations(said("outbound"), agents)).toEqual(acceptedBy(agents));
    expect(inConversations([...new Set(endpoint.texts)], agents)).toEqual(acceptedBy(agents));
  }, 120_000);

  it("the forwarder's output does not contain the channel secret", () => {
    const random = cluster.ingressUrl.split("/").at(-2) ?? "";
    expect(random.length).toBeGreaterThan(15);
    expect(cluster.stderr).toMatch(/forwarder: node-1 gets no more requests/);
    expect(cluster.stderr + cluster.stdout).not.toContain(random);
  });

  it("Ctrl-C ends everything with 0, and the next start knows it all", async () => {
    const { ingressUrl } = cluster;
    const nodes = await cluster.nodes();
    expect(await cluster.stop()).toBe(0);
    for (const { processId } of nodes) expect(() => process.kill(processId, 0)).toThrow("ESRCH");
    cluster = await ClusterProcess.start(data, { PARLEY_NODES: "1" });
    expect(cluster.ingressUrl.split("/").slice(-2)).toEqual(ingressUrl.split("/").slice(-2));
    expect(await visitorSays("v1", "I am still here")).toBe(200);
    const agent = await ConsoleClient.signIn(cluster.url);
    expect(await agent.conversations()).toHaveLength(visitorNames.length);
  }, 120_000);
});

/**
 * Accepted messages. A message whose answer was lost with a killed node is not among them, but may be in the history.
 */
function acceptedBy(writers: Writers): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(writers.accepted);
}

/** The same texts by conversation. A repeat would appear twice. */
function inConversations(
  texts: readonly string[],
  writers: Writers,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    writers.accepted.entries().map(([conversation, accepted]) => {
      const known = new Set(accepted);
      return [conversation, texts.filter((text) => known.has(text))];
    }),
  );
}

/** A copy of the node's program at another path, like the next version. */
function nextVersion(): string {
  const path = join(scratch.path, "next-version.mjs");
  const program = new URL("../../dist/node/main.js", import.meta.url).href;
  writeFileSync(path, `await import(${JSON.stringify(program)});\n`);
  return path;
}
