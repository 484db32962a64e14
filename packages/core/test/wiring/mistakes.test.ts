import { ContainerModule, type ServiceIdentifier } from "inversify";
import { expect, it } from "vitest";
import { createGateway } from "../../src/gateway.ts";
import { memoryStores } from "../../src/memory/index.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { Diagnostician } from "../../src/ports/services/diagnostician.ts";
import { Timers } from "../../src/ports/platform/timers.ts";
import { TypingListener } from "../../src/ports/typing-listener.ts";
import { contractVersion, ContractVersion } from "../../src/wiring/contract-version.ts";
import { agent, backend, binds, opens, together, working } from "./support/adapters.ts";

const foo = Symbol.for("@acme/Desk") as ServiceIdentifier<object>;
const bar = Symbol.for("@acme/Rota") as ServiceIdentifier<object>;

/** The fourth argument, after a working platform, store and transport. */
const mistakes: readonly [string, () => unknown, code: string, sentence: string][] = [
  [
    "a function that was not called",
    () => memoryStores,
    "not-an-adapter",
    "createGateway: argument 4 is the function memoryStores. Call it, and pass the adapter that it returns: memoryStores(…).",
  ],
  [
    "a class",
    () => ContainerModule,
    "not-an-adapter",
    "createGateway: argument 4 is the class ContainerModule. Pass an instance: new ContainerModule(…).",
  ],
  [
    "a promise",
    () => Promise.resolve(backend()),
    "not-an-adapter",
    "createGateway: argument 4 is a promise. Await it, and pass the adapter that it gives.",
  ],
  [
    "undefined",
    () => undefined,
    "not-an-adapter",
    "createGateway: argument 4 is undefined. Pass an adapter, such as storeSqlite(…).",
  ],
  [
    "null",
    () => null,
    "not-an-adapter",
    "createGateway: argument 4 is null. Pass an adapter, such as storeSqlite(…).",
  ],
  [
    "an array",
    () => [backend()],
    "not-an-adapter",
    "createGateway: argument 4 is an array. Pass its adapters one by one: ...adapters.",
  ],
  [
    "a string",
    () => "@acme/desk",
    "not-an-adapter",
    "createGateway: argument 4 is a string. Pass an adapter, such as storeSqlite(…).",
  ],
  [
    "a backend in place of its module",
    () => agent,
    "not-an-adapter",
    "createGateway: argument 4 is an object without a load method. Pass a ContainerModule of inversify, which an adapter's function returns.",
  ],
  [
    "a token that nobody provides",
    () => opens(AgentBackend, () => agent, [foo]),
    "port-missing",
    "Adapter 4, which provides AgentBackend, asks for @acme/Desk, and no adapter provides that.",
  ],
  [
    "a token that nobody provides, two steps away",
    () =>
      together(
        opens(AgentBackend, () => agent, [foo]),
        opens(foo, () => ({}), [bar]),
      ),
    "port-missing",
    "Adapter 4, which provides AgentBackend, asks for @acme/Rota, and no adapter provides that.",
  ],
  [
    "a circle",
    () =>
      together(
        opens(AgentBackend, () => agent, [foo]),
        opens(foo, () => ({}), [AgentBackend]),
      ),
    "adapter-failed",
    "Adapter 4, which provides AgentBackend, depends on itself: AgentBackend -> @acme/Desk -> AgentBackend.",
  ],
  [
    "a port bound to an object without its methods",
    () => binds(AgentBackend, {} as typeof agent),
    "port-incomplete",
    "Adapter 4 provides AgentBackend without the methods availability, receive, report.",
  ],
  [
    "a port bound to an object that lacks one method",
    () => binds(AgentBackend, { ...agent, report: undefined } as unknown as typeof agent),
    "port-incomplete",
    "Adapter 4 provides AgentBackend without the method report.",
  ],
  [
    "a factory that gives nothing",
    () => opens(AgentBackend, () => undefined as unknown as typeof agent),
    "port-incomplete",
    "Adapter 4 provides AgentBackend without the methods availability, receive, report.",
  ],
  [
    "an optional port without its method",
    () => together(backend(), binds(TypingListener, {} as TypingListener)),
    "port-incomplete",
    "Adapter 4 provides TypingListener without the method typing.",
  ],
  [
    "one of several services without its method",
    () => together(backend(), binds(Diagnostician, { name: "desk" } as Diagnostician)),
    "port-incomplete",
    "Adapter 4 provides Diagnostician without the method diagnose.",
  ],
  [
    "a port bound twice by one adapter",
    () => together(backend(), backend()),
    "port-bound-twice",
    "Adapter 4 provides AgentBackend twice: bind it once.",
  ],
  [
    "a module that throws",
    () =>
      new ContainerModule(() => {
        throw new Error("DESK_URL is not set");
      }),
    "adapter-failed",
    "createGateway: the module of adapter 4 failed: DESK_URL is not set",
  ],
  [
    "timers beside those of the platform",
    () => together(backend(), binds(Timers, {} as Timers)),
    "port-bound-twice",
    "Adapters 1 and 4 provide Timers: pass only one of them to createGateway.",
  ],
  [
    "a factory that throws",
    () => opens(AgentBackend, () => Promise.reject(new Error("the desk is closed"))),
    "adapter-failed",
    "Adapter 4, which provides AgentBackend, could not be opened: the desk is closed",
  ],
  [
    "a plugin for a newer contract",
    () => binds(ContractVersion, "1.7"),
    "contract-version-unsupported",
    `Adapter 4 was built for version 1.7 of the plugin contract, and this gateway has version ${contractVersion}. Update @parley/core.`,
  ],
  [
    "a plugin for an older major version of the contract",
    () => binds(ContractVersion, "0.9"),
    "contract-version-unsupported",
    `Adapter 4 was built for version 0.9 of the plugin contract, and this gateway has version ${contractVersion}. Update the adapter.`,
  ],
  [
    "a contract version of another form",
    () => binds(ContractVersion, "latest"),
    "contract-version-unsupported",
    `Adapter 4 binds a ContractVersion that is not of the form "major.minor", such as "${contractVersion}".`,
  ],
];

for (const [mistake, argument, code, sentence] of mistakes)
  it(`names the adapter of a mistake: ${mistake}`, async () => {
    // Contract versions come beside a working agent app.
    const rest = code === "contract-version-unsupported" ? [backend()] : [];
    const starting = createGateway(...working(), argument() as ContainerModule, ...rest);
    await expect(starting).rejects.toMatchObject({ code, message: sentence });
  });
