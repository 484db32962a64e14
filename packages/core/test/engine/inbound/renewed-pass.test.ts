import "reflect-metadata";
import {
  ManualTime,
  ScriptedBackend,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import {
  AgentBackend,
  type ChannelAdmin,
  type AuthenticatedChannel,
  createGateway,
  type Inbox,
  Transport,
} from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { DurableInbox } from "../../../src/engine/inbound/inbox.ts";

let time: ManualTime;
let inbox: Inbox;
let admin: ChannelAdmin;
let channelSecret: string;
let pass: AuthenticatedChannel;

beforeEach(async () => {
  time = new ManualTime();
  const fittings = new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(new ScriptedBackend(time));
    bind(Transport).toConstantValue(new ScriptedTransport(time));
  });
  const platform = testPlatform(time, new SeededRandom(), []);
  const gateway = await createGateway(platform, memoryStores(), fittings);
  onTestFinished(() => gateway.close());
  ({ inbox, channelAdmin: admin } = gateway);
  const added = await admin.add({ id: "shop", chatApiUrl: "https://shop.example" });
  channelSecret = added.done ? added.value.randomString : "";
  pass = await authenticate();
});

async function authenticate(): Promise<AuthenticatedChannel> {
  const entered = await inbox.authenticate("shop", channelSecret);
  if (entered === null) throw new Error("not let in");
  return entered;
}

it("is the pass that it was, as long as its channel was read within a second", async () => {
  expect(inbox.renew(pass)).toBe(pass);
  await time.advance(1_000);
  expect(inbox.renew(pass)).toBe(pass);
  await time.advance(1);
  expect(inbox.renew(pass)).toBeNull();
});

it.each([
  ["changed", () => admin.change("shop", { chatApiUrl: "https://other.example" })],
  ["has a new channel secret", () => admin.rotate("shop")],
  ["has another channel secret alone", () => admin.rotate("shop", 0)],
  ["was removed", () => admin.remove("shop")],
])("is none once its channel %s", async (_what, act) => {
  await act();
  expect(inbox.renew(pass)).toBeNull();
});

it("is none once a channel secret of its channel ends that had not when it was got", async () => {
  await admin.rotate("shop", 500);
  const overlapping = await authenticate();
  await time.advance(499);
  expect(inbox.renew(overlapping)).toBe(overlapping);
  await time.advance(1);
  expect(inbox.renew(overlapping)).toBeNull();
});

it("is asked for by when its entering began: a channel secret may end while the channel is being read", async () => {
  let now = 499;
  const asked: number[] = [];
  const channels = {
    authenticate: async () => {
      now = 500;
      return pass.channel;
    },
    isStill: (_channel: unknown, since: number) => asked.push(since) === 0,
  };
  const ports = { channels, clock: { now: () => now } };
  const door = new DurableInbox(ports as unknown as ConstructorParameters<typeof DurableInbox>[0]);
  const entered = await door.authenticate("shop", channelSecret);
  expect(entered && door.renew(entered)).toBeNull();
  expect(asked).toEqual([499]);
});

it("is none of a pass that the inbox did not make", () => {
  expect(inbox.renew({ channel: pass.channel })).toBeNull();
});
