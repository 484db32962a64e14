import { Container, type ContainerModule } from "inversify";
import { ParleyError } from "../errors.ts";
import type { AgentRouter } from "../ports/agent-router.ts";
import { defaultBackend } from "../model/backend-pause.ts";
import { AgentBackend } from "../ports/agent-backend.ts";
import type { PluginInstance } from "../ports/plugin-instance.ts";
import { LoadedAdapters } from "./loaded-adapters.ts";
import { type DeclaredInstance, declaredInstances, isName, nameRule } from "./plugin-instances.ts";
import { ports } from "./port-table.ts";

/** One agent app of a router: its module in a container of its own, which sees the gateway's services behind it. */
export interface AgentContainer {
  /** Its name in the router. */
  readonly name: string;
  readonly container: Container;
  readonly adapters: LoadedAdapters;
  /** What its module declares; at most one. */
  readonly declared: readonly DeclaredInstance[];
  /** The name by which the store knows its instance; `null`: it goes on without one, as before there was a router. */
  readonly instance: string | null;
  /** Whether it goes on with what the gateway's only agent app had before there was a router. */
  readonly takesDefault: boolean;
  /** Its backends by the name under which each is bound; `null`: under none. */
  readonly backends: ReadonlyMap<string | null, string>;
}

/**
 * Loads the modules of a router. This opens nothing.
 * @param others instances of the gateway's own adapters
 * @throws ParleyError that names the agent app: `router-invalid`, `instance-name-taken`, and those of `LoadedAdapters.load`
 */
export async function loadAgents(
  parent: Container,
  router: AgentRouter,
  others: readonly DeclaredInstance[],
): Promise<readonly AgentContainer[]> {
  const agents: AgentContainer[] = [];
  const modules = Object.entries(router.modules);
  if (modules.length === 0) throw invalid("it has no agent app");
  for (const [name, module] of modules) {
    if (!isName(name)) throw invalid(`"${name}" is no name for an agent app: ${nameRule}`);
    if (name === defaultBackend) throw invalid(`"${name}" is taken: call the agent app otherwise`);
    const same = modules.find(([, other]) => other === module);
    if (same !== undefined && same[0] !== name)
      throw invalid(`"${same[0]}" and "${name}" are the same module: make one for each`);
    agents.push(await namingAgent(name, () => loadAgent(parent, router, name, module)));
  }
  checkInstances(agents, others);
  checkNames(router, agents);
  return agents;
}

/** Runs work for one agent app. Its errors say which one. @throws what `work` throws */
export async function namingAgent<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    const { code, retryable } = error;
    const text = error.message
      .replace(/^createGateway: (argument 1|the module of adapter 1)/, "its module")
      .replaceAll(/\bAdapter 1\b/g, "its module");
    const message = `The agent app "${name}": ${text}`;
    throw new ParleyError(code, message, { retryable, cause: error });
  }
}

async function loadAgent(
  parent: Container,
  router: AgentRouter,
  name: string,
  module: ContainerModule,
): Promise<AgentContainer> {
  const container = new Container({ parent, defaultScope: "Singleton" });
  const adapters = new LoadedAdapters(container);
  await adapters.load([module]);
  const foreign = ports.find(
    ({ token, isOfAgent }) => isOfAgent !== true && adapters.providersOf(token).length > 0,
  );
  if (foreign !== undefined)
    throw invalid(`it provides ${foreign.name}, which only an adapter of the gateway may`);
  const declared = declaredInstances(container, adapters);
  if (declared.length > 1) throw invalid("it declares two instances: pass them one by one");
  const [own] = declared;
  const offered = own?.instance.backends ?? [null];
  const bound = adapters.providersOf(AgentBackend).length;
  if (bound !== offered.length)
    throw invalid(
      own?.instance.backends === undefined
        ? `it provides ${bound} AgentBackends: one is expected, or names of several in PluginInstance.backends`
        : `it provides ${bound} AgentBackends for its ${offered.length} names of backends`,
    );
  const backends = new Map(
    offered.map((part) => [part, part === null ? name : `${name}/${part}`] as const),
  );
  const takesDefault = [...backends.values()].includes(router.takesDefault ?? "");
  const instance = takesDefault ? (own?.instance.name ?? null) : name;
  return { name, container, adapters, declared, instance, takesDefault, backends };
}

/** @throws ParleyError `instance-name-taken` */
function checkInstances(
  agents: readonly AgentContainer[],
  others: readonly DeclaredInstance[],
): void {
  for (const { name, instance } of agents) {
    const other = others.find((one) => one.instance.name === instance);
    if (other !== undefined)
      throw new ParleyError(
        "instance-name-taken",
        `Adapter ${other.position} and the agent app "${name}" would both keep their state under "${instance}": give one of them another name.`,
      );
  }
  for (const [index, { name, instance }] of agents.entries()) {
    const other = agents.slice(0, index).find((one) => one.instance === instance);
    if (other !== undefined)
      throw new ParleyError(
        "instance-name-taken",
        `The agent apps "${other.name}" and "${name}" would both keep their state under "${instance}": give one of them another name.`,
      );
  }
}

/** @throws ParleyError `router-invalid` */
function checkNames(router: AgentRouter, agents: readonly AgentContainer[]): void {
  const names = agents.flatMap(({ backends }) => [...backends.values()]);
  const named = [
    ...router.receivers,
    ...(router.takesDefault === null ? [] : [router.takesDefault]),
    ...router.mayAssign,
    ...Object.entries(router.mayRead).flatMap(([reader, read]) => [reader, ...read]),
    ...Object.entries(router.failOver).flatMap(([down, { to }]) => [down, to]),
    ...Object.values(router.reassign),
  ];
  const here = Object.keys(router.reassign).find((name) => names.includes(name));
  if (here !== undefined)
    throw invalid(
      `"${here}" is one of its backends, and \`reassign\` gives its conversations away`,
    );
  const stranger = named.find((name) => !names.includes(name));
  if (stranger !== undefined)
    throw invalid(`"${stranger}" is none of its backends, which are ${names.join(", ")}`);
}

/** The instance as the store knows it. */
export function storedInstance({ declared, instance }: AgentContainer): PluginInstance | null {
  const [own] = declared;
  return own === undefined || instance === null ? null : { ...own.instance, name: instance };
}

function invalid(fault: string): ParleyError {
  return new ParleyError("router-invalid", `The router cannot be used: ${fault}.`);
}
