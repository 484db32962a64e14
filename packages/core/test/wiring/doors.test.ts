import { ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { createGateway } from "../../src/gateway.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { Door, type DoorRequest } from "../../src/ports/door.ts";
import { PluginInstance } from "../../src/ports/plugin-instance.ts";
import { agent, backend, binds, opens, together, working } from "./support/adapters.ts";

const door: Door = { handle: async () => ({ status: 204 }) };
const declares = (name: string): ContainerModule => binds(PluginInstance, { name });

function opensDoor(name: string, service = door): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Door).toConstantValue(service).whenNamed(name);
  });
}

/** The arguments behind a working platform, store and transport: from the fourth on. */
const mistakes: readonly [string, () => ContainerModule[], code: string, sentence: string][] = [
  [
    "a door without the name of its instance",
    () => [backend(), together(declares("desk"), binds(Door, door))],
    "instance-unknown",
    "Adapter 5 provides Door without the name of its instance: bind it with whenNamed(name).",
  ],
  [
    "a door under a name that nobody declares",
    () => [backend(), together(declares("desk"), opensDoor("dsek"))],
    "instance-unknown",
    "Adapter 5 provides Door under a name that no adapter declares: bind PluginInstance with that name.",
  ],
  [
    "two doors under one name",
    () => [
      backend(),
      together(declares("desk"), opensDoor("desk"), opensDoor("desk", { ...door })),
    ],
    "port-bound-twice",
    "Adapter 5 provides Door twice under one name: bind it once.",
  ],
  [
    "two adapters with a door of one name",
    () => [
      backend(),
      together(declares("desk"), opensDoor("desk")),
      together(declares("desk"), opensDoor("desk")),
    ],
    "instance-name-taken",
    'Adapters 5 and 6 are both called "desk": give one of them another name.',
  ],
  [
    "a handler in place of a door",
    () => [backend(), together(declares("desk"), opensDoor("desk", door.handle as never))],
    "port-incomplete",
    "Adapter 5 provides Door without the method handle.",
  ],
  [
    "a door that cannot be opened",
    () => [
      backend(),
      together(
        declares("desk"),
        new ContainerModule(({ bind }) => {
          bind(Door)
            .toResolvedValue(() => Promise.reject(new Error("no certificate")))
            .inSingletonScope()
            .whenNamed("desk");
        }),
      ),
    ],
    "adapter-failed",
    "Adapter 5, which provides Door, could not be opened: no certificate",
  ],
];

it.each(mistakes)("names the adapter of a mistake: %s", async (_, adapters, code, sentence) => {
  const starting = createGateway(...working(), ...adapters());
  await expect(starting).rejects.toMatchObject({ code, message: sentence });
});

it("a gateway lists its doors by name, in the order of their adapters", async () => {
  class Desk implements Door {
    readonly #status = 201;
    handle: Door["handle"] = async () => ({ status: this.#status });
  }
  class Rota implements Door {
    readonly #status = 202;
    async handle(): ReturnType<Door["handle"]> {
      return { status: this.#status };
    }
  }
  const gateway = await createGateway(
    ...working(),
    together(declares("rota"), opensDoor("rota", new Rota())),
    opens(AgentBackend, () => agent),
    together(declares("calm")),
    together(declares("desk"), opensDoor("desk", new Desk())),
  );
  const answers = gateway.doors.map(async ({ name, handle }) => [
    name,
    (await handle({} as DoorRequest, new AbortController().signal)).status,
  ]);
  expect(await Promise.all(answers)).toEqual([
    ["rota", 202],
    ["desk", 201],
  ]);
  await gateway.close();
});

it("a gateway without doors lists none", async () => {
  const gateway = await createGateway(...working(), backend());
  expect(gateway.doors).toEqual([]);
  await gateway.close();
});
