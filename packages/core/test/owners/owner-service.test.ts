import type { GatewayEvent, OwnerChange } from "@parley/core";
import { expect, it } from "vitest";
import { OwnerService } from "../../src/engine/owners/owner-service.ts";

const change: OwnerChange = {
  at: 1,
  name: "assigned",
  from: { backend: "sales", assignee: null },
  to: { backend: null, assignee: null },
  fence: 1,
  by: "Ann",
  why: null,
};
const chosenLater = { ...change, name: "chosen", from: change.to, fence: 2 };

/** Somebody gives a conversation up; its history is read afterwards. */
async function givenUp(history: () => Promise<readonly OwnerChange[]>) {
  const events: GatewayEvent[] = [];
  const told: string[] = [];
  const owner = { ...change.from, fence: 0 };
  const ports = {
    conversations: { find: async () => ({ id: "c", channelId: "shop", profile: {}, owner }) },
    queue: { append: async () => ({ status: "stored" }) },
    store: { history: async () => ({ items: await history(), next: null }) },
    book: { dropEvents: (id: string, fence: number) => void told.push(`${id} ${fence}`) },
    dueCalls: { abort: () => {} },
    signals: {
      listen: () => () => {},
      publish: (_: string, key: string) => void told.push(key),
    },
    observers: { notice: (event: GatewayEvent) => void events.push(event) },
  };
  type Ports = ConstructorParameters<typeof OwnerService>[0];
  const owners = new OwnerService(ports as unknown as Ports);
  owners.start({ has: () => true, listens: () => true, choose: () => "sales" });
  const to = { backend: null, assignee: null };
  const request = { conversationId: "c", fence: 0, to, name: "assigned", by: "Ann", why: null };
  const answer = await owners.transition(request);
  return { answer, told, to: events.map((event) => ("to" in event ? event.to : "?")) };
}

it("a later choice is not told as what the change itself has done", async () => {
  const later = { ...chosenLater, to: { backend: "support", assignee: null } };
  expect(await givenUp(async () => [later, change])).toMatchObject({ to: [null] });
});

it("a choice in the change itself is told, whatever follows", async () => {
  const chosen = { ...change, to: { backend: "support", assignee: null }, fence: 2 };
  const later = { ...chosenLater, to: { backend: "sales", assignee: null }, fence: 3 };
  const before = { ...change, to: change.from, fence: 0 };
  expect(await givenUp(async () => [later, chosen, before])).toMatchObject({ to: ["support"] });
});

it("a change that is stored is told to the other nodes, even when it cannot be read back", async () => {
  const { answer, told, to } = await givenUp(() => Promise.reject(new Error("the store is down")));
  expect(told).toEqual(["c 0", "c 0"]);
  expect(to).toEqual([null]);
  expect(answer).toMatchObject({ done: true });
});
