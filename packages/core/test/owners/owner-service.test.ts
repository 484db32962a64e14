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

/** Somebody gives a conversation of `sales` up. `choice`: the router's; `history`: what is read afterwards. */
async function givenUp(choice: string, history: () => Promise<readonly OwnerChange[]>) {
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
  owners.start({ has: () => true, listens: () => true, choose: () => choice });
  const to = { backend: null, assignee: null };
  const request = { conversationId: "c", fence: 0, to, name: "assigned", by: "Ann", why: null };
  const answer = await owners.transition(request);
  return { answer, told, to: events.map((event) => ("to" in event ? event.to : "?")) };
}

it("a later choice is not told as what the change itself has done", async () => {
  const later = { ...chosenLater, to: { backend: "support", assignee: null } };
  const { to } = await givenUp("support", async () => [later, change]);
  expect(to).toEqual([null]);
});

it("a choice in the change itself is told, whatever follows", async () => {
  const chosen = { ...change, to: { backend: "support", assignee: null } };
  const later = { ...chosenLater, from: chosen.to, to: change.to };
  const { to, told } = await givenUp("support", async () => [later, chosen]);
  expect([to, told]).toEqual([["support"], ["c 0", "c 0"]]);
});

it("a change that takes the assignee alone away aborts nothing, whatever follows", async () => {
  const released = { ...change, to: change.from, fence: 0 };
  const later = { ...change, to: { backend: "support", assignee: null } };
  for (const changes of [[released], [later, released]]) {
    const { to, told } = await givenUp("sales", async () => changes);
    expect([to, told]).toEqual([["sales"], []]);
  }
});

it("a change that is stored is told, even when it cannot be read back", async () => {
  const fails = () => Promise.reject(new Error("the store is down"));
  const { answer, told, to } = await givenUp("support", fails);
  expect([to, told]).toEqual([[null], ["c 0", "c 0"]]);
  expect(answer).toMatchObject({ done: true });
});
