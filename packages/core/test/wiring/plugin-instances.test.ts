import {
  type LogLine,
  ManualTime,
  NodeTime,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import { ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { Bounds, defaultBounds } from "../../src/engine/bounds.ts";
import { createGateway } from "../../src/gateway.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { DueListener } from "../../src/ports/due-listener.ts";
import { PluginInstance } from "../../src/ports/plugin-instance.ts";
import { PluginState } from "../../src/ports/services/plugin-state.ts";
import { agent, backend, binds, opens, together, working } from "./support/adapters.ts";

const listener: DueListener = { due: async () => ({ dueAt: null }) };
const declares = (instance: PluginInstance): ContainerModule => binds(PluginInstance, instance);

function listens(name: string, service = listener): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(DueListener).toConstantValue(service).whenNamed(name);
  });
}

/** An agent app that asks for the state of an instance; `null`: of none. */
function asksFor(name: string | null): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend)
      .toResolvedValue(
        (_state: PluginState) => agent,
        [name === null ? PluginState : { serviceIdentifier: PluginState, name }],
      )
      .inSingletonScope();
  });
}

const cyclic: unknown[] = [];
cyclic.push(cyclic);

/** The arguments behind a working platform, store and transport: from the fourth on. */
const mistakes: readonly [string, () => ContainerModule[], code: string, sentence: string][] = [
  [
    "two instances of one name",
    () => [
      backend(),
      declares({ name: "desk" }),
      declares({ name: "rota" }),
      declares({ name: "desk" }),
    ],
    "instance-name-taken",
    'Adapters 5 and 7 are both called "desk": give one of them another name.',
  ],
  [
    "an instance declared twice",
    () => [backend(), together(declares({ name: "desk" }), declares({ name: "desk" }))],
    "instance-name-taken",
    'Adapter 5 declares the instance "desk" twice.',
  ],
  ...["", "Desk", "7desk", "d".repeat(41), "desk.one"].map((name): (typeof mistakes)[number] => [
    `the name ${JSON.stringify(name)}`,
    () => [backend(), declares({ name })],
    "instance-invalid",
    "Adapter 5 binds a PluginInstance without a valid name: 1 to 40 lower-case letters, digits and hyphens, the first a letter.",
  ]),
  [
    "no instance in place of one",
    () => [backend(), binds(PluginInstance, null as unknown as PluginInstance)],
    "instance-invalid",
    "Adapter 5 binds a PluginInstance without a valid name: 1 to 40 lower-case letters, digits and hyphens, the first a letter.",
  ],
  [
    "a listener without the name of its instance",
    () => [backend(), together(declares({ name: "desk" }), binds(DueListener, listener))],
    "instance-unknown",
    "Adapter 5 provides DueListener without the name of its instance: bind it with whenNamed(name).",
  ],
  [
    "a listener under a name that nobody declares",
    () => [backend(), together(declares({ name: "desk" }), listens("dsek"))],
    "instance-unknown",
    "Adapter 5 provides DueListener under a name that no adapter declares: bind PluginInstance with that name.",
  ],
  [
    "a listener under a misspelt name beside a right one",
    () => [backend(), together(declares({ name: "desk" }), listens("desk"), listens("dsek"))],
    "instance-unknown",
    "Adapter 5 provides DueListener under a name that no adapter declares: bind PluginInstance with that name.",
  ],
  [
    "two listeners under one name",
    () => [
      backend(),
      together(declares({ name: "desk" }), listens("desk"), listens("desk", { ...listener })),
    ],
    "port-bound-twice",
    "Adapter 5 provides DueListener twice under one name: bind it once.",
  ],
  [
    "a listener without its method",
    () => [backend(), together(declares({ name: "desk" }), listens("desk", {} as DueListener))],
    "port-incomplete",
    "Adapter 5 provides DueListener without the method due.",
  ],
  [
    "state of no instance",
    () => [asksFor(null)],
    "port-missing",
    "Adapter 4, which provides AgentBackend, asks for PluginState, and no adapter declares an instance of the name that it gives: bind PluginInstance, and ask for PluginState with its name.",
  ],
  [
    "state of an instance that nobody declares",
    () => [together(asksFor("dsek"), declares({ name: "desk" }))],
    "port-missing",
    "Adapter 4, which provides AgentBackend, asks for PluginState, and no adapter declares an instance of the name that it gives: bind PluginInstance, and ask for PluginState with its name.",
  ],
  [
    "a standing entry that cannot be stored",
    () => [backend(), declares({ name: "desk", standing: [{ key: "poll", value: cyclic }] })],
    "invalid-option",
    "Plugin desk: its standing entry could not be written: value must be data that JSON can hold.",
  ],
];

it.each(mistakes)("names the adapter of a mistake: %s", async (_, adapters, code, sentence) => {
  const starting = createGateway(...working(), ...adapters());
  await expect(starting).rejects.toMatchObject({ code, message: sentence });
});

it("two adapters have a state of their own, whatever their positions", async () => {
  const states = new Map<string, PluginState>();
  const stateful = (name: string) =>
    together(
      declares({ name }),
      new ContainerModule(({ bind }) => {
        bind(DueListener)
          .toResolvedValue(
            (state: PluginState) => {
              states.set(name, state);
              return { ...listener };
            },
            [{ serviceIdentifier: PluginState, name }],
          )
          .inSingletonScope()
          .whenNamed(name);
      }),
    );
  const stores = working();
  const gateway = await createGateway(
    ...stores,
    stateful("desk"),
    stateful("rota"),
    opens(AgentBackend, () => agent),
  );
  await states.get("desk")?.write([{ put: "a", value: 1 }]);
  expect((await states.get("desk")?.get("a"))?.value).toBe(1);
  expect(await states.get("rota")?.get("a")).toBeNull();
  await gateway.close();
});

it("a listener may be bound by another adapter than the one that declares its instance", async () => {
  const gateway = await createGateway(
    ...working(),
    backend(),
    declares({ name: "desk" }),
    listens("desk"),
  );
  await gateway.close();
});

it("nothing goes on when a gateway does not start for a plugin's standing entry", async () => {
  const time = new ManualTime();
  const [, stores, transport] = working();
  const platform = testPlatform(time, new SeededRandom(), []);
  const plugin = declares({ name: "desk", standing: [{ key: "poll", value: cyclic }] });
  const starting = createGateway(
    platform,
    stores as ContainerModule,
    transport as ContainerModule,
    backend(),
    plugin,
  );
  await expect(starting).rejects.toMatchObject({ code: "invalid-option" });
  let ran = 0;
  const { after } = time;
  time.after = (ms, callback) => ((ran += 1), after.call(time, ms, callback));
  await time.advance(120_000);
  expect(ran).toBe(0);
});

it("a standing entry that finds no room does not stop the start, and is in the log", async () => {
  const log: LogLine[] = [];
  const platform = testPlatform(new NodeTime(new ManualTime()), new SeededRandom(), log);
  const [, stores, transport] = working();
  const gateway = await createGateway(
    platform,
    stores as ContainerModule,
    transport as ContainerModule,
    backend(),
    binds(Bounds, { ...defaultBounds, pluginEntries: 1 }),
    declares({
      name: "desk",
      standing: [
        { key: "poll", value: 1 },
        { key: "socket", value: 1 },
      ],
    }),
  );
  expect(log.filter(({ level }) => level === "error").map(({ fields }) => fields)).toEqual([
    { instance: "desk" },
  ]);
  await gateway.close();
});
