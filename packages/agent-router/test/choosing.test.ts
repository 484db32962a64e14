import { type GatewayRig, ScriptedAgent } from "@parley/conformance";
import type { Visit } from "@parley/core";
import { expect, it } from "vitest";
import { agentRouter } from "../src/index.ts";
import { beforeRouter } from "./support/before-router.ts";

/** A gateway whose agent apps are `sales` and `support`. `choose` may give anything, as plain JavaScript may. */
async function choosing(choose: (visit: Visit) => unknown, otherwise = ["sales", "support"]) {
  const rig = await beforeRouter();
  const sales = new ScriptedAgent(rig.time);
  const support = new ScriptedAgent(rig.time);
  rig.withRouter(() =>
    agentRouter({
      backends: { sales: sales.adapter(), support: support.adapter() },
      choose: choose as (visit: Visit) => string,
      candidates: { shop: otherwise },
      otherwise: "support",
    }),
  );
  await rig.startAgain();
  return { rig, sales, support };
}

const texts = (agent: ScriptedAgent) =>
  agent.backend.taken.map(({ message }) => (message.type === "text" ? message.text : ""));
const errors = ({ log }: GatewayRig) => log.filter(({ level }) => level === "error");

it("a function sees the channel and what the message tells of the visitor", async () => {
  const visits: Visit[] = [];
  const { rig, support } = await choosing((visit) => {
    visits.push(visit);
    return "support";
  });
  await rig.visitorSends({
    sender: { id: 1, name: "Ann", email: "ann@shop.example" },
    message: { type: "text", text: "hello" },
  });
  expect(visits).toEqual([
    { channelId: "shop", profile: { name: "Ann", email: "ann@shop.example" } },
  ]);
  expect(texts(support)).toEqual(["hello"]);
  expect(errors(rig)).toEqual([]);
});

it("a function that changes what it sees changes nothing that is stored", async () => {
  const { rig } = await choosing(({ profile }) => {
    Object.assign(profile, { name: "Eve" });
    return "sales";
  });
  await rig.visitorSends({ sender: { id: 1, name: "Ann" }, message: { type: "text", text: "hi" } });
  const { items } = await rig.gateway.conversations.list({ before: null, limit: 1 });
  expect(items[0]?.profile).toEqual({ name: "Ann" });
});

const faults: readonly [string, (visit: Visit) => unknown, event: string][] = [
  [
    "throws",
    () => {
      throw new Error("no table of channels");
    },
    "the router failed",
  ],
  ["returns nothing", () => undefined, "the router chose no backend of the channel"],
  ["returns a stranger", () => "lead", "the router chose no backend of the channel"],
  [
    "returns a backend that is no candidate of the channel",
    () => "support",
    "the router chose no backend of the channel",
  ],
  [
    "is async",
    async () => Promise.reject(new Error("later")),
    "the router chose no backend of the channel",
  ],
];

for (const [what, choose, event] of faults)
  it(`a function that ${what} loses no message: the first candidate gets it, and the log says so`, async () => {
    const { rig, sales, support } = await choosing(choose, ["sales"]);
    const id = await rig.say("hello");
    expect([texts(sales), texts(support)]).toEqual([["hello"], []]);
    expect(await rig.gateway.owners.find(id)).toMatchObject({ backend: "sales", fence: 0 });
    expect(errors(rig)).toMatchObject([
      {
        event: `${event}: the first one gets the conversation`,
        fields: { channelId: "shop", backend: "sales" },
      },
    ]);
    await rig.stop();
  });

it("a channel is available while one of its candidates is", async () => {
  const { rig, sales, support } = await choosing(() => "sales", ["sales"]);
  sales.backend.online = () => Promise.resolve(0);
  const other = await rig.addChannel("help");
  const status = (pass = rig.pass) => rig.gateway.inbox.status(pass);
  expect([await status(), await status(other)]).toEqual([0, 1]);
  support.backend.online = () => Promise.resolve(0);
  sales.backend.online = () => Promise.resolve(1);
  await rig.time.advance(10_000);
  expect([await status(), await status(other)]).toEqual([1, 0]);
});
