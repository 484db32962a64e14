import type { ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { createGateway } from "../../src/gateway.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { Door } from "../../src/ports/door.ts";
import { OwnerListener } from "../../src/ports/owner-listener.ts";
import { pluginModule } from "../../src/wiring/plugin-module.ts";
import { agent, working } from "./support/adapters.ts";

const name = "desk";
const made = () => agent;
const names = ["sales", "help"];
const inboxes = { names, ports: [AgentBackend], make: made } as const;
const listener: OwnerListener = { owner: async () => ({ outcome: "taken" }) };

const mistakes: readonly [string, () => ContainerModule, code: string, sentence: string][] = [
  [
    "several backends without a router",
    () => pluginModule({ name, ports: [], make: () => ({}), backends: inboxes }),
    "instance-invalid",
    "Adapter 4 offers the backends sales, help: pass it to a router, such as agentRouter(…).",
  ],
  [
    "several backends without names",
    () => pluginModule({ name, ports: [], make: () => ({}), backends: { ...inboxes, names: [] } }),
    "invalid-option",
    'pluginModule "desk": backends.names must list the names of the backends.',
  ],
  [
    "no function that makes a backend",
    () =>
      pluginModule({
        name,
        ports: [],
        make: () => ({}),
        backends: { ...inboxes, make: agent as never },
      }),
    "invalid-option",
    'pluginModule "desk": backends.make must be a function that gives a backend.',
  ],
  [
    "several backends of which none is one",
    () =>
      pluginModule({
        name,
        ports: [],
        make: () => ({}),
        backends: { names, ports: [OwnerListener], make: () => listener },
      }),
    "invalid-option",
    'pluginModule "desk": backends.ports must list AgentBackend.',
  ],
  [
    "several backends with a port of the whole app",
    () =>
      pluginModule({
        name,
        ports: [],
        make: () => ({}),
        backends: { names, ports: [AgentBackend, Door], make: made as never },
      }),
    "invalid-option",
    'pluginModule "desk": backends.ports/1 must be one of AgentBackend, TypingListener, DeliveredListener, OwnerListener.',
  ],
  [
    "one backend that all have in common",
    () => pluginModule({ name, ports: [AgentBackend], make: made, backends: inboxes }),
    "invalid-option",
    'pluginModule "desk": ports/0 must be one of TypingListener, DeliveredListener, OwnerListener, Diagnostician, ErasureListener, DueListener, Door.',
  ],
  [
    "a listener of each and of all",
    () =>
      pluginModule({
        name,
        ports: [OwnerListener],
        make: () => listener,
        backends: {
          names,
          ports: [AgentBackend, OwnerListener],
          make: () => ({ ...agent, ...listener }),
        },
      }),
    "invalid-option",
    'pluginModule "desk": ports and backends.ports both list OwnerListener.',
  ],
];

it.each(mistakes)("names a mistake: %s", async (_, plugin, code, sentence) => {
  const starting = (async () => createGateway(...working(), plugin()))();
  await expect(starting).rejects.toMatchObject({ code, message: sentence });
});
