import { ManualTime, NodeTime, SeededRandom, testPlatform } from "@parley/conformance";
import type { ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { createGateway } from "../../src/gateway.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { Door } from "../../src/ports/door.ts";
import { DueListener } from "../../src/ports/due-listener.ts";
import { ErasureListener } from "../../src/ports/erasure-listener.ts";
import { Outbox } from "../../src/ports/services/outbox.ts";
import { pluginModule, type PluginServices } from "../../src/wiring/plugin-module.ts";
import { agent, working } from "./support/adapters.ts";

const name = "desk";
const ports = [AgentBackend, DueListener, ErasureListener, Door] as const;

/** An app that keeps in its state what it was called for. */
class Desk {
  readonly services: PluginServices;
  readonly called: string[] = [];
  availability = agent.availability;
  receive = agent.receive;
  report = agent.report;

  constructor(services: PluginServices) {
    this.services = services;
  }

  due: DueListener["due"] = async ({ key }) => {
    this.called.push(`due ${key}`);
    return { dueAt: null };
  };

  erased: ErasureListener["erased"] = async ({ entries }) => {
    this.called.push(...entries.map(({ key }) => `erased ${key}`));
    return { outcome: "taken" };
  };

  handle: Door["handle"] = async ({ method }) => {
    this.called.push(`handle ${method}`);
    return { status: 200 };
  };
}

async function started(time: ManualTime, ...adapters: ContainerModule[]) {
  const [, ...others] = working();
  const platform = testPlatform(new NodeTime(time), new SeededRandom(), []);
  return createGateway(platform, ...others, ...adapters);
}

it("binds one object as every port, under the name of its instance", async () => {
  const time = new ManualTime();
  const made: Desk[] = [];
  const closed: Desk[] = [];
  const gateway = await started(
    time,
    pluginModule({
      name,
      standing: [{ key: "poll", value: 0 }],
      contract: "1.0",
      ports,
      make: async (services) => {
        await Promise.resolve();
        made.push(new Desk(services));
        return made.at(-1) ?? Promise.reject(new Error("nothing was made"));
      },
      close: async (desk) => void closed.push(desk),
    }),
  );
  const [desk] = made;
  if (desk === undefined) throw new Error("the plugin was not made");
  expect(await gateway.get(AgentBackend)).toBe(desk);
  const added = await gateway.channelAdmin.add({
    id: "shop",
    chatApiUrl: "https://shop.example/chat",
  });
  const secret = added.done ? added.value.randomString : "";
  const pass = await gateway.inbox.authenticate("shop", secret);
  const body = JSON.stringify({ sender: { id: 1 }, message: { type: "text", text: "hello" } });
  if (pass !== null) await gateway.inbox.accept(pass, new TextEncoder().encode(body));
  const { items } = await gateway.conversations.list({ before: null, limit: 1 });
  const conversationId = items[0]?.id ?? "";
  await desk.services.state.write([{ put: "thread:7", value: 1, conversationId }]);
  await gateway.conversations.erase(conversationId);
  const request = { method: "POST", path: "", query: "", url: null, headers: {} };
  const door = gateway.doors.find((one) => one.name === name);
  await door?.handle(
    { ...request, body: new Uint8Array(), clientAddress: null },
    new AbortController().signal,
  );
  await time.advance(2_000);
  expect(desk.called.toSorted()).toEqual(["due poll", "erased thread:7", "handle POST"]);
  await gateway.close();
  expect(made).toHaveLength(1);
  expect(closed).toEqual([desk]);
});

it("gives two plugins services of their own, and the app's outbox to neither", async () => {
  const services: PluginServices[] = [];
  const listener = (of: string) =>
    pluginModule({
      name: of,
      ports: [DueListener],
      make: (given) => {
        services.push(given);
        return { due: async () => ({ dueAt: null }) };
      },
    });
  const backend = pluginModule({ name, ports: [AgentBackend], make: () => agent });
  const gateway = await started(new ManualTime(), backend, listener("one"), listener("two"));
  const [one, two] = services;
  await one?.state.write([{ put: "a", value: 1 }]);
  expect(await two?.state.get("a")).toBeNull();
  expect(new Set([await gateway.get(Outbox), one?.outbox, two?.outbox]).size).toBe(3);
  await gateway.close();
});

const made = () => agent;
const mistakes: readonly [string, () => ContainerModule, code: string, sentence: string][] = [
  [
    "no ports",
    () => pluginModule({ name, ports: [], make: made }),
    "invalid-option",
    'pluginModule "desk": ports must list what the plugin implements, such as AgentBackend.',
  ],
  [
    "ports that are not given",
    () => pluginModule({ name, make: made } as unknown as Parameters<typeof pluginModule>[0]),
    "invalid-option",
    'pluginModule "desk": ports must list what the plugin implements, such as AgentBackend.',
  ],
  [
    "a port twice",
    () => pluginModule({ name, ports: [AgentBackend, AgentBackend], make: made }),
    "invalid-option",
    'pluginModule "desk": ports lists AgentBackend twice.',
  ],
  [
    "a port that plugins do not implement",
    () => pluginModule({ name, ports: [AgentBackend, Outbox], make: made as never }),
    "invalid-option",
    'pluginModule "desk": ports/1 must be one of AgentBackend, TypingListener, DeliveredListener, OwnerListener, Diagnostician, ErasureListener, DueListener, Door.',
  ],
  [
    "an object without a port's method",
    // @ts-expect-error: DueListener is not implemented
    () => pluginModule({ name, ports: [AgentBackend, DueListener], make: made }),
    "port-incomplete",
    "Adapter 4 provides DueListener without the method due.",
  ],
  [
    "nothing made",
    () => pluginModule({ name, ports: [AgentBackend], make: (() => undefined) as never }),
    "port-incomplete",
    "Adapter 4 provides AgentBackend without the methods availability, receive, report.",
  ],
  [
    "no function that makes it",
    () => pluginModule({ name, ports: [AgentBackend], make: agent as never }),
    "invalid-option",
    'pluginModule "desk": make must be a function that gives the plugin.',
  ],
  [
    "an app that is away",
    () =>
      pluginModule({
        name,
        ports: [AgentBackend],
        make: () => Promise.reject(new Error("the desk is closed")),
      }),
    "adapter-failed",
    "Adapter 4, which provides AgentBackend, could not be opened: the desk is closed",
  ],
  [
    "a name that cannot be one",
    () => pluginModule({ name: "Desk", ports: [AgentBackend], make: made }),
    "instance-invalid",
    "Adapter 4 binds a PluginInstance without a valid name: 1 to 40 lower-case letters, digits and hyphens, the first a letter.",
  ],
  [
    "a newer contract",
    () => pluginModule({ name, contract: "2.0", ports: [AgentBackend], make: made }),
    "contract-version-unsupported",
    "Adapter 4 was built for version 2.0 of the plugin contract, and this gateway has version 1.0. Update @parley/core.",
  ],
];

it.each(mistakes)("names a mistake: %s", async (_, plugin, code, sentence) => {
  const starting = (async () => started(new ManualTime(), plugin()))();
  await expect(starting).rejects.toMatchObject({ code, message: sentence });
});

it("names a plugin that is not made in time", async () => {
  const time = new ManualTime();
  const endless = pluginModule({
    name,
    ports: [AgentBackend],
    make: () => new Promise<never>(() => {}),
  });
  const starting = started(time, endless).catch((error: unknown) => error);
  await time.advance(40_000);
  expect(await starting).toMatchObject({
    code: "adapter-not-opened",
    message: "Adapter 4, which provides AgentBackend, did not open within 30 s.",
  });
});
