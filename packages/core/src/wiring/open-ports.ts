import type { Container, ServiceIdentifier } from "inversify";
import { waitAtMost } from "../engine/wait-at-most.ts";
import { ParleyError } from "../errors.ts";
import { AgentBackend } from "../ports/agent-backend.ts";
import { DeliveredListener } from "../ports/delivered-listener.ts";
import { OwnerListener } from "../ports/owner-listener.ts";
import { TypingListener } from "../ports/typing-listener.ts";
import { Timers } from "../ports/platform/timers.ts";
import { type BoundService, boundServices } from "./bound-services.ts";
import { checkContractVersion, ContractVersion } from "./contract-version.ts";
import { defaultGatewaySettings, GatewayOptionsToken } from "./gateway-options.ts";
import { type LoadedAdapters, messageOf } from "./loaded-adapters.ts";
import { OpenTimeLimit } from "./open-time-limit.ts";
import type { DeclaredInstance } from "./plugin-instances.ts";
import { type PortRow, ports } from "./port-table.ts";
import { tokenName } from "./token-name.ts";

const late = Symbol("late");

/** Ports that a module with several backends binds under the name of each. */
const perBackend = new Set<unknown>([
  AgentBackend,
  TypingListener,
  DeliveredListener,
  OwnerListener,
]);

/** @param backends names under which backends are bound; `null`: under none */
async function backendServices(
  container: Container,
  token: ServiceIdentifier,
  backends: readonly (string | null)[],
  positions: readonly number[],
): Promise<readonly BoundService[]> {
  const [position = 0] = positions;
  const services: BoundService[] = [];
  for (const part of backends) {
    const named = part === null ? {} : { name: part };
    if (!container.isCurrentBound(token, named)) continue;
    services.push({ service: await container.getAsync(token, named), instance: null, position });
  }
  return services;
}

/**
 * Opens every port that an adapter provides, and checks that it has its methods.
 * @param backends names under which the adapter's backends are bound; `null`: under none
 * @throws ParleyError `adapter-not-opened`, `adapter-failed`, `port-missing`, `port-incomplete`,
 * `contract-version-unsupported`, and any `ParleyError` of an adapter
 */
export async function openPorts(
  container: Container,
  adapters: LoadedAdapters,
  instances: readonly DeclaredInstance[],
  backends: readonly (string | null)[] = [null],
): Promise<void> {
  checkContractVersions(container, adapters);
  const limits = openLimits(container, adapters);
  let timers: Timers | null = null;
  for (const port of ports) {
    const positions = adapters.providersOf(port.token);
    if (positions.length === 0) continue;
    const bound = perBackend.has(port.token)
      ? backendServices(container, port.token, backends, positions)
      : boundServices(container, adapters, port.token, instances);
    const opening = bound.catch((error: unknown) => {
      throw failure(error, port, positions);
    });
    const limitMs = limits(positions);
    // The timers open first, and nothing can limit that.
    const services: readonly BoundService[] | typeof late =
      timers === null || limitMs === null
        ? await opening
        : await waitAtMost<readonly BoundService[] | typeof late>(timers, limitMs, opening, late);
    if (services === late) throw notOpened(port, positions, limitMs ?? 0);
    for (const service of services) checkService(port, service);
    timers ??= container.get(Timers);
  }
}

function checkContractVersions(container: Container, adapters: LoadedAdapters): void {
  const versions = container.isBound(ContractVersion) ? container.getAll(ContractVersion) : [];
  const positions = adapters.providersOf(ContractVersion);
  for (const [index, version] of versions.entries())
    checkContractVersion(version, `Adapter ${positions[index]}`);
}

/** How long the adapters at these positions may take to open a port; `null`: no limit. */
function openLimits(
  container: Container,
  adapters: LoadedAdapters,
): (positions: readonly number[]) => number | null {
  const { openWithinMs } = container.isBound(GatewayOptionsToken)
    ? container.get(GatewayOptionsToken)
    : defaultGatewaySettings;
  const own = container.isBound(OpenTimeLimit) ? container.getAll(OpenTimeLimit) : [];
  const places = adapters.providersOf(OpenTimeLimit);
  return (positions) => {
    const found = own.filter((_, index) => positions.includes(places[index] ?? 0));
    if (found.includes(null)) return null;
    return Math.max(openWithinMs, ...found.map((limit) => limit ?? 0));
  };
}

function checkService(port: PortRow, { service, instance, position }: BoundService): void {
  const { name, methods, isOfInstance } = port;
  if (isOfInstance === true && instance === null) {
    const message = `Adapter ${position} provides ${name} without the name of its instance: bind it with whenNamed(name).`;
    throw new ParleyError("instance-unknown", message);
  }
  const missing = methods.filter((method) => !hasMethod(service, method));
  if (missing.length === 0) return;
  const lacking = missing.length === 1 ? "the method" : "the methods";
  const message = `Adapter ${position} provides ${name} without ${lacking} ${missing.join(", ")}.`;
  throw new ParleyError("port-incomplete", message);
}

function hasMethod(service: unknown, method: string): boolean {
  if (service === null || service === undefined) return false;
  return typeof (service as Record<string, unknown>)[method] === "function";
}

function notOpened(port: PortRow, positions: readonly number[], withinMs: number): ParleyError {
  const message = `${who(port, positions)} did not open within ${withinMs / 1_000} s.`;
  return new ParleyError("adapter-not-opened", message);
}

/** The error to throw instead of one of inversify's or of an adapter's own. */
function failure(error: unknown, port: PortRow, positions: readonly number[]): unknown {
  if (ParleyError.is(error)) return error;
  const subject = who(port, positions);
  const text = messageOf(error);
  const [, unbound] = /^No bindings found for service: "(.+?)"/.exec(text) ?? [];
  if (unbound !== undefined) {
    const message = `${subject} asks for ${tokenName(unbound)}, and ${whyUnbound(unbound)}.`;
    return new ParleyError("port-missing", message, { cause: error });
  }
  const [, circle] = /^Circular dependency found: (.+)$/.exec(text) ?? [];
  const message =
    circle === undefined
      ? `${subject} could not be opened: ${text}`
      : `${subject} depends on itself: ${circle.split(" -> ").map(tokenName).join(" -> ")}.`;
  return new ParleyError("adapter-failed", message, { cause: error });
}

function whyUnbound(token: string): string {
  const name = tokenName(token);
  if (name !== "PluginState" && name !== "Outbox") return "no adapter provides that";
  return `no adapter declares an instance of the name that it gives: bind PluginInstance, and ask for ${name} with its name`;
}

function who({ name }: PortRow, positions: readonly number[]): string {
  const all = [...new Set(positions)];
  const subject = all.length === 1 ? "Adapter" : "One of the adapters";
  return `${subject} ${all.join(", ")}, which provides ${name},`;
}
