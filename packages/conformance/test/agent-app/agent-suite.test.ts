import { AgentBackend, Channels, Conversations, Outbox, Transport } from "@parley/core";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { describe, expect, it } from "vitest";
import { type AgentApp, agentBackendSuite, collectResults, type Runner } from "../../src/index.ts";
import { AgentBench } from "../../src/agent-app/agent-bench.ts";
import { openScriptedApp } from "../support/open-scripted-app.ts";

/** Makes an app that is right wrong. */
type Flaw = (app: AgentApp, bench: AgentBench) => Partial<AgentApp>;

const backendOf = ({ backend }: AgentApp, flawed: Partial<AgentBackend>): Partial<AgentApp> => ({
  backend: {
    availability: (channelId) => backend.availability(channelId),
    receive: (event, signal) => backend.receive(event, signal),
    report: (report, signal) => backend.report(report, signal),
    ...flawed,
  },
});

/** In a crash the plugin's gateway calls its backend, and not the flawed one. */
const withoutCrashes = ({ describe, it }: Runner): Runner => ({
  describe: (title, body) => (title === "crashes" ? undefined : describe(title, body)),
  it,
});

const escaped = (value: unknown) =>
  typeof value === "string" ? value.replaceAll("<", "&lt;") : value;
const inTime = "comes to an end while the app is in trouble";

/** Each flaw, and the rules that its red tests name, without what tells the tests of one rule apart. */
const flawed: readonly (readonly [string, Flaw, readonly string[]])[] = [
  [
    "reads text as markup",
    (app) => ({
      messages: async (id) =>
        (await app.messages(id)).map(({ message, visitor }) => ({
          message: { ...message, text: escaped(message["text"]) },
          visitor,
        })),
    }),
    ["untrusted text is shown as it is: neither read as markup nor mended"],
  ],
  [
    "reads a report's description as markup",
    (app) => ({
      reports: async (id) =>
        ((await app.reports(id)) ?? []).map(({ description, ...report }) => ({
          ...report,
          ...(description !== undefined && { description: String(escaped(description)) }),
        })),
    }),
    [
      "the description is shown as it is: untrusted text, never markup",
      "a visitor's message that the app would not take is reported too",
    ],
  ],
  [
    "takes a visitor's id for a number",
    (app) => ({
      messages: async (id) =>
        (await app.messages(id)).map(({ message, visitor }) => {
          const number = Number(visitor?.["id"]);
          const shown = Number.isNaN(number) ? visitor?.["id"] : String(number);
          return { message, visitor: { ...visitor, id: shown } };
        }),
    }),
    ["a visitor's id keeps every digit, whatever its size"],
  ],
  [
    "says true for available",
    (app) => backendOf(app, { availability: async () => true as unknown as 1 }),
    [
      "availability is the number 0 or the number 1",
      "availability follows the people behind the app",
      "availability of a channel nobody knows is 0 or 1 as well",
      `availability ${inTime}`,
    ],
  ],
  [
    "is available while nobody can reach it",
    (app) => backendOf(app, { availability: async () => 1 }),
    ["availability follows the people behind the app", `availability ${inTime}`],
  ],
  [
    "shows every report that comes",
    (app) => {
      const shown: Parameters<AgentBackend["report"]>[0][] = [];
      const report: AgentBackend["report"] = async (each, signal) => {
        const receipt = await app.backend.report(each, signal);
        if (receipt.outcome === "taken") shown.push(each);
        return receipt;
      };
      const reports: AgentApp["reports"] = async (id) =>
        shown.filter(({ conversationId }) => conversationId === id);
      return { ...backendOf(app, { report }), reports };
    },
    ["the same report again is taken and shown once"],
  ],
  [
    "takes a report that it then loses",
    (app) =>
      backendOf(app, {
        report: (report, signal) =>
          app.backend.report(report, signal).catch(() => ({ outcome: "taken" }) as const),
      }),
    ["while the app is away a report is not lost", "a report whose signal aborts ends promptly"],
  ],
  [
    "tells the visitor of a report",
    (app, bench) =>
      backendOf(app, {
        report: async (report, signal) => {
          const { conversationId } = report;
          const message = { type: "text", text: "sorry" };
          const sender = { name: "Bot" };
          await bench.outbox.send({ conversationId, idempotencyKey: null, sender, message });
          return app.backend.report(report, signal);
        },
      }),
    ["a report sends nothing to the visitor"],
  ],
  [
    "replies to the wrong visitor",
    (app, bench) => ({
      people: {
        setAvailable: async (available) => app.people?.setAvailable(available),
        reply: async (id, text) => {
          const { items } = await bench.rig.gateway.conversations.list({ before: null, limit: 9 });
          const other = items.find((conversation) => conversation.id !== id);
          await app.people?.reply(other?.id ?? id, text);
        },
      },
    }),
    ["an agent's reply goes to the visitor who wrote, as it was written"],
  ],
  [
    "takes a repeat by its text",
    (app) => ({
      messages: async (id) => {
        const seen = await app.messages(id);
        const texts = seen.map(({ message }) => message["text"]);
        return seen.filter((_, index) => texts.indexOf(texts[index]) === index);
      },
    }),
    ["two messages that read alike are two messages"],
  ],
];

describe("the suite finds an agent app that", () => {
  it.each(flawed)("%s", async (name, flaw, rules) => {
    const results = await collectResults((runner) =>
      agentBackendSuite(withoutCrashes(runner), name, async (bench) => {
        const app = await openScriptedApp()(bench);
        return { ...app, ...flaw(app, bench) };
      }),
    );
    const red = results.filter(({ failure }) => failure !== null);
    const named = new Set(
      red.map(({ title }) => rules.find((rule) => title.startsWith(rule)) ?? title),
    );
    expect([...named]).toEqual(rules);
  });
});

describe("a plugin that binds nothing", () => {
  it("is told what to bind", async () => {
    const bench = await AgentBench.start();
    const plugin = await bench.plug(() => new ContainerModule(() => {}));
    await expect(plugin.get(AgentBackend)).rejects.toThrow(
      "the plugin binds Symbol(@parley/core/AgentBackend) in its module",
    );
    await bench.close();
  });
});

describe("a plugin that does not close what it opened", () => {
  it("is told so", async () => {
    const bench = await AgentBench.start();
    const Socket = Symbol("socket") as ServiceIdentifier<object>;
    const leaky = () =>
      new ContainerModule(({ bind }) => {
        bind(Socket)
          .toResolvedValue(() => ({}), [])
          .inSingletonScope()
          .onDeactivation(() => Promise.reject(new Error("it hangs")));
      });
    const plugin = await bench.plug(leaky);
    await plugin.get(Socket);
    await expect(plugin.unplug()).rejects.toThrow(
      "the plugin closes what it opened without an error",
    );
    await bench.close();
  });
});

it("lends a plugin the gateway's services, and its transport", async () => {
  const bench = await AgentBench.start();
  const needs = [Channels, Conversations, Outbox, Transport];
  const Needy = Symbol("needy") as ServiceIdentifier<readonly unknown[]>;
  const needy = new ContainerModule(({ bind }) => {
    bind(Needy).toResolvedValue((...got: unknown[]) => got, needs as ServiceIdentifier[]);
  });
  const plugin = await bench.plug(() => needy);
  expect((await plugin.get(Needy)).every((service) => typeof service === "object")).toBe(true);
  await plugin.unplug();
  await bench.close();
});

describe("an answer that is none", () => {
  const oddities: readonly (readonly [string, AgentBackend["receive"], string])[] = [
    ["nothing", async () => undefined as never, "an answer is"],
    ["a text", async () => "ok" as never, "an answer is"],
    ["true", async () => true as never, "an answer is"],
    [
      "a thrown text",
      () => Promise.reject("down" as unknown as Error),
      "what is thrown is an Error, which a log can name, not 'down'",
    ],
    ["a blank reason", async () => ({ outcome: "rejected", reason: " " }), "a rejection gives"],
  ];

  it.each(oddities)("is told: %s", async (_name, receive, words) => {
    const results = await collectResults((runner) =>
      agentBackendSuite(withoutCrashes(runner), "an odd app", async (bench) => {
        const app = await openScriptedApp()(bench);
        return { ...app, ...backendOf(app, { receive }) };
      }),
    );
    const red = results.filter(({ failure }) => failure?.message.includes(words));
    expect(red.length).toBeGreaterThan(10);
  });
});
