import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { OwnedCount, OwnerChange, SendAnswer, TransitionAnswer } from "@parley/core";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { freshSchema, postgres, stopPostgres } from "../../support/opened-stores.ts";
import { AgentApps, type AppRecord } from "./agent-apps.ts";
import { AgentsNode, type NodePlace } from "./agents-node-process.ts";

/** Less than a router lets an operator choose. An answer that the store knows of is not written again for 10 s. */
const failOverAfterMs = 15_000;
/** For what never comes, on a busy machine. */
const patience = { timeout: 120_000, interval: 50 };
const timeLimitMs = 300_000;
const visitors = Array.from({ length: 6 }, (_, index) => `v${index}`);

afterAll(stopPostgres);

/** The texts that the integrating system got, by `message.id`: a dead node's attempt is made again. */
async function openShop(): Promise<{ readonly url: string; readonly got: Map<string, string> }> {
  const got = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { message } = JSON.parse(body) as { message: { id: string; text?: string } };
    if (message.text !== undefined) got.set(message.id, message.text);
    response.end('{"result":"ok"}');
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

/** A database, both agent apps, a shop, and how to start nodes over them. */
async function openPlace() {
  const { connectionString: connection } = await postgres();
  const [apps, shop] = [await AgentApps.open(), await openShop()];
  const common = { connection, schema: freshSchema(), shopUrl: shop.url, failOverAfterMs };
  const start = (node: string, channelId = "") => {
    const place: NodePlace = { ...common, appsUrl: apps.lineOf(node), channelId };
    return AgentsNode.start(place);
  };
  return { apps, shop, start };
}

/** Visitors who write through whichever node takes it, until they are stopped. Each waits for its answer. */
class Visitors {
  /** Texts that were accepted. One that was not may have been stored all the same: it is sent again under its number. */
  readonly said = new Set<string>();
  nodes: readonly AgentsNode[];
  readonly #path: string;
  #isStopped = false;
  readonly #writing: Promise<void>;

  constructor(path: string, nodes: readonly AgentsNode[]) {
    this.#path = path;
    this.nodes = nodes;
    this.#writing = Promise.all(visitors.map((visitor) => this.#write(visitor))).then(() => {});
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#writing;
  }

  async #write(visitor: string): Promise<void> {
    for (let number = 0; !this.#isStopped; number += 1) {
      const node = this.nodes[number % this.nodes.length];
      const text = `${visitor} ${number}`;
      if ((await node?.say(this.#path, visitor, text)) === true) this.said.add(text);
      await setTimeout(400);
    }
  }
}

const textsOf = (app: AppRecord) =>
  [...app.events.values()].map(({ message }) => ("text" in message ? message.text : ""));

/** Sequences of each conversation rise. */
function expectOrder(app: AppRecord): void {
  const last = new Map<string, number>();
  for (const { conversationId, sequence } of app.events.values()) {
    expect(sequence).toBeGreaterThan(last.get(conversationId) ?? 0);
    last.set(conversationId, sequence);
  }
}

const ownersAt = async (node: AgentsNode) =>
  (await node.order<readonly OwnedCount[]>({})).map(({ backend }) => backend);

it(
  "a fail-over and the way back by hand, with a process killed and one frozen, lose nothing and let the owner's answers out alone",
  async () => {
    const { apps, shop, start } = await openPlace();
    const { sales, support } = apps;
    const [first, second] = [await start("first", "shop"), await start("second")];
    const traffic = new Visitors(first.path, [first, second]);
    await vi.waitUntil(() => apps.held.size > 20, patience);

    // The last events that it takes before it is down: their answers are lost, so that both will hold them.
    const lost = new Set<string>();
    const before = new Set(support.events.keys());
    support.react = () => "lost";
    await vi.waitUntil(() => support.events.size > before.size, patience);
    support.react = () => "down";
    for (const id of support.events.keys()) if (!before.has(id)) lost.add(id);

    await vi.waitUntil(() => sales.owners.length > 0, patience);
    await first.kill();
    traffic.nodes = [second];
    await setTimeout(1_000);
    const third = await start("third");
    traffic.nodes = [second, third];
    second.freeze();
    // Longer than its leases last: the other node goes on with its lanes.
    await setTimeout(13_000);
    second.thaw();
    await vi.waitUntil(async () => String(await ownersAt(third)) === "sales", patience);

    const [id = ""] = [...sales.events.values()].map(({ conversationId }) => conversationId);
    const send = (app: string, text: string, fence?: number) =>
      third.order<SendAnswer>({ send: { app, conversationId: id, text, fence } });
    expect(await send("support", "of the old owner")).toMatchObject({ accepted: false });
    expect(await send("sales", "under an old fence", 0)).toMatchObject({ accepted: false });
    expect(await send("sales", "of the owner", 1)).toMatchObject({ accepted: true });

    support.react = () => "takes";
    const knownBefore = new Set(support.events.keys());
    const assign = { conversationId: id, backend: "support" };
    expect(await third.order<TransitionAnswer>({ assign })).toMatchObject({ done: true });
    const isBack = () => support.owners.some((one) => one.isNewOwner && one.conversationId === id);
    await vi.waitUntil(isBack, patience);
    expect(await send("sales", "of the owner before")).toMatchObject({ accepted: false });
    expect(await send("support", "of the owner again", 2)).toMatchObject({ accepted: true });
    const known = support.events.size;
    await vi.waitUntil(() => support.events.size > known, patience);
    await traffic.stop();

    const isThere = () => [...traffic.said].every((text) => all().includes(text));
    const all = () => [...textsOf(sales), ...textsOf(support)];
    await vi.waitUntil(isThere, patience);
    await vi.waitUntil(() => shop.got.size === 2, patience);
    await setTimeout(2_000);
    expect([...shop.got.values()]).toEqual(["of the owner", "of the owner again"]);
    expect([sales.surprises, support.surprises]).toEqual([[], []]);
    for (const app of [sales, support]) expectOrder(app);
    // The event that was under way to the old owner during the change went to the new one too.
    const handedOver = [...support.events.values()].find(
      (event) => event.conversationId === id && !knownBefore.has(event.id),
    );
    const excused = new Set([...lost, handedOver?.id]);
    expect(apps.heldByBoth.filter((event) => !excused.has(event))).toEqual([]);
    expect(apps.heldByBoth.length).toBeGreaterThan(0);
    const changes = await third.order<readonly OwnerChange[]>({ history: id });
    expect(changes.map(({ name, fence }) => [name, fence])).toEqual([
      ["assigned", 2],
      ["fail-over", 1],
    ]);
  },
  timeLimitMs,
);

it(
  "a node that alone is cut off from the agent app moves nothing",
  async () => {
    const { apps, start } = await openPlace();
    const { sales, support } = apps;
    support.react = (line) => (line === "first" ? "down" : "takes");
    const [first, second] = [await start("first", "shop"), await start("second")];
    const traffic = new Visitors(first.path, [first, second]);
    await setTimeout(3 * failOverAfterMs);
    expect(await ownersAt(second)).toEqual(["support"]);
    await traffic.stop();
    // What waits at the node that is cut off is handed over by the other.
    await first.kill();
    await vi.waitUntil(
      () => [...traffic.said].every((text) => textsOf(support).includes(text)),
      patience,
    );
    expect(sales.events.size).toBe(0);
    expect(support.surprises).toEqual([]);
    expectOrder(support);
    expect(await ownersAt(second)).toEqual(["support"]);
    for (const { conversationId } of support.events.values())
      expect(await second.order({ history: conversationId })).toEqual([]);
    // The other one is cut off, too: now it is down, and everything moves.
    support.react = () => "down";
    for (const visitor of visitors)
      expect(await second.say(first.path, visitor, `${visitor} at last`)).toBe(true);
    await vi.waitUntil(() => sales.events.size === visitors.length, patience);
    expect(await ownersAt(second)).toEqual(["sales"]);
  },
  timeLimitMs,
);
