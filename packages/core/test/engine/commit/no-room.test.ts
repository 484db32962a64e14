import "reflect-metadata";
import {
  ManualTime,
  ScriptedBackend,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import {
  type AcceptAnswer,
  AgentBackend,
  Bounds,
  type AuthenticatedChannel,
  createGateway,
  defaultBounds,
  Transport,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { expect, it, onTestFinished } from "vitest";
import { storesWith } from "./stores-with.ts";

/** Stores whose message store answers when it is let, and counts claims. */
function heldStores(isRemote: boolean) {
  const gates: Record<"commit" | "claim", Promise<void>> = {
    commit: Promise.resolve(),
    claim: Promise.resolve(),
  };
  const hold = (call: "commit" | "claim"): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gates[call] = promise;
    return resolve;
  };
  const counted = { claims: 0 };
  const module = storesWith((messages) => ({
    isRemote,
    commit: (...call) => gates.commit.then(() => messages.commit(...call)),
    claim: async (...call) => {
      counted.claims += 1;
      const leases = await messages.claim(...call);
      await gates.claim;
      return leases;
    },
    release: (...call) => messages.release(...call),
    nextDueAt: (backend) => messages.nextDueAt(backend),
  }));
  return { module, hold, counted };
}

/** A gateway whose agent app answers when it is let. */
async function start(isRemote: boolean, inboundLeases: number) {
  const { module, hold, counted } = heldStores(isRemote);
  const time = new ManualTime();
  const backend = new ScriptedBackend(time);
  const answers: (() => void)[] = [];
  backend.receive = async (event) => {
    backend.taken.push(event);
    await new Promise<void>((resolve) => answers.push(resolve));
    return { outcome: "taken" };
  };
  const fittings = new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
    bind(Transport).toConstantValue(new ScriptedTransport(time));
    bind(Bounds).toConstantValue({ ...defaultBounds, inboundLeases });
  });
  const platform = testPlatform(time, new SeededRandom(), []);
  const gateway = await createGateway(platform, module, fittings);
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl: "https://shop.example" });
  const channelSecret = added.done ? added.value.randomString : "";
  const pass = (await gateway.inbox.authenticate("shop", channelSecret)) as AuthenticatedChannel;
  await time.advance(100);
  const say = (visitor: string): Promise<AcceptAnswer> => {
    const body = { sender: { id: visitor }, message: { type: "text", text: "good day" } };
    return gateway.inbox.accept(pass, new TextEncoder().encode(JSON.stringify(body)));
  };
  onTestFinished(async () => {
    for (const answer of answers) answer();
    await gateway.close();
  });
  return { time, backend, say, hold, counted, answers };
}

it("messages that no lease is left for are claimed when one is, and not looked for before", async () => {
  const { time, backend, say, counted, answers } = await start(false, 1);
  await say("first");
  await time.settle();
  const before = counted.claims;
  for (let visitor = 0; visitor < 10; visitor += 1) {
    await say(`later ${visitor}`);
    await time.advance(50);
  }
  expect(backend.taken).toHaveLength(1);
  // By the poll of once a second alone.
  expect(counted.claims - before).toBeLessThanOrEqual(1);
  for (let taken = 2; taken <= 11; taken += 1) {
    answers.at(-1)?.();
    await time.advance(30);
    expect(backend.taken).toHaveLength(taken);
  }
});

it("what a commit had no lease for, since a claim beside it held the room, is claimed soon after", async () => {
  const { time, backend, say, hold, counted } = await start(true, 2);
  const before = counted.claims;
  const letClaim = hold("claim");
  for (let ms = 0; ms < 1_100 && counted.claims === before; ms += 10) await time.advance(10);
  const letCommit = hold("commit");
  const written = ["a", "b"].map(say);
  await time.advance(20);
  letClaim();
  await time.advance(20);
  letCommit();
  await Promise.all(written);
  await time.settle();
  expect(backend.taken).toHaveLength(1);
  await time.advance(40);
  expect(backend.taken).toHaveLength(2);
});
