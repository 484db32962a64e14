import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { PolledApp } from "../../../../conformance/test/plugins/apps/polled-app.ts";
import { freshSchema, postgres, stopPostgres } from "../../support/opened-stores.ts";

const program = fileURLToPath(new URL("../../programs/plugin-node.ts", import.meta.url));
/** For what never comes, on a busy machine. */
const patience = { timeout: 40_000, interval: 20 };

afterAll(stopPostgres);

interface Node {
  readonly process: ChildProcess;
  /** Where visitors write to. */
  readonly url: string;
}

async function startNode(...options: string[]): Promise<Node> {
  const child = spawn(process.execPath, ["--conditions=@parley/source", program, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return { process: child, url: String(line.value) };
}

/** A database of its own, as the options of a node. */
async function openPlace(): Promise<readonly string[]> {
  const { connectionString } = await postgres();
  return [connectionString, freshSchema()];
}

/** A shop, and what its visitors got, by `message.id`: a dead node's attempt is made again. */
async function openShop(): Promise<{ readonly url: string; readonly got: Map<string, string> }> {
  const got = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { message } = JSON.parse(body) as { message: { id: string; text: string } };
    got.set(message.id, message.text);
    response.end('{"result":"ok"}');
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

async function writeHello(to: Node): Promise<void> {
  const body = JSON.stringify({ sender: { id: "v1" }, message: { type: "text", text: "hello" } });
  expect((await fetch(to.url, { method: "POST", body })).status).toBe(200);
}

/** A node that polls the app, one beside it, and a conversation that both know. */
async function openTwoNodes() {
  const place = await openPlace();
  const app = await new PolledApp().listen();
  onTestFinished(() => app.close());
  const shop = await openShop();
  const pollsOf = (token: string) =>
    app.calls.filter((call) => call.token === token && call.target === "GET /updates").length;
  const poller = await startNode(...place, app.url, shop.url, "poller");
  await vi.waitUntil(() => pollsOf("poller") > 0, patience);
  await writeHello(await startNode(...place, app.url, shop.url, "other"));
  await vi.waitUntil(() => app.conversations.length === 1, patience);
  const [id = ""] = app.conversations;
  return { app, shop, poller, id, pollsOf };
}

it("a poller goes on at another node when its process is killed: nothing is lost, nothing comes twice", async () => {
  const { app, shop, poller, id, pollsOf } = await openTwoNodes();

  app.write(id, "one");
  await vi.waitUntil(() => shop.got.size === 1, patience);
  expect(pollsOf("other")).toBe(0);
  for (const text of ["two", "three", "four"]) app.write(id, text);
  poller.process.kill("SIGKILL");
  await once(poller.process, "exit");
  app.write(id, "five");
  await vi.waitUntil(() => [...shop.got.values()].includes("five"), patience);
  expect([...shop.got.values()]).toEqual(["one", "two", "three", "four", "five"]);
  expect(pollsOf("other")).toBeGreaterThan(0);
  expect(app.messages(id).map(({ message }) => message["text"])).toEqual(["hello"]);
});

it("a pause that the app asks for outlives the process: the next one calls at its end, and not before", async () => {
  const place = await openPlace();
  const app = await new PolledApp().listen();
  onTestFinished(() => app.close());
  const shop = await openShop();
  const pauseSeconds = 6;
  const asked: number[] = [];
  app.before = async ({ target }) => {
    if (target === "POST /topics") asked.push(Date.now());
  };

  app.busyForSeconds = pauseSeconds;
  const first = await startNode(...place, app.url, shop.url, "first");
  await writeHello(first);
  await vi.waitUntil(() => asked.length === 1, patience);
  // The pause is written soon after the answer.
  await setTimeout(1_000);
  first.process.kill("SIGKILL");
  await once(first.process, "exit");
  app.busyForSeconds = null;
  await startNode(...place, app.url, shop.url, "second");
  await vi.waitUntil(() => app.conversations.length === 1, patience);
  const [from = 0, to = 0] = asked;
  expect(asked.length).toBe(2);
  expect(to - from).toBeGreaterThanOrEqual(pauseSeconds * 1_000 - 50);
});

it("a poller that was frozen writes nothing when it goes on: what the other node has sent is not sent again", async () => {
  const { app, shop, poller, id } = await openTwoNodes();

  poller.process.kill("SIGSTOP");
  for (const text of ["one", "two", "three"]) app.write(id, text);
  await vi.waitUntil(() => shop.got.size === 3, patience);
  poller.process.kill("SIGCONT");
  app.write(id, "four");
  await vi.waitUntil(() => shop.got.size === 4, patience);
  await setTimeout(2_000);
  expect([...shop.got.values()]).toEqual(["one", "two", "three", "four"]);
  expect(app.messages(id).map(({ message }) => message["text"])).toEqual(["hello"]);
});
