import type { ServiceIdentifier } from "inversify";
import { AgentBackend } from "../ports/agent-backend.ts";
import { DeliveredListener } from "../ports/delivered-listener.ts";
import { Door } from "../ports/door.ts";
import { DueListener } from "../ports/due-listener.ts";
import { ErasureListener } from "../ports/erasure-listener.ts";
import { OwnerListener } from "../ports/owner-listener.ts";
import { Diagnostician } from "../ports/services/diagnostician.ts";
import { TypingListener } from "../ports/typing-listener.ts";
import { tokenName } from "./token-name.ts";

/** An object that implements all of these ports. */
export type PluginOf<Ports extends readonly object[]> = (
  Ports[number] extends infer Port ? (Port extends object ? (port: Port) => void : never) : never
) extends (port: infer All) => void
  ? All
  : never;

/** Tokens of the ports `Ports`, in the same order. */
export type PortTokens<Ports extends readonly object[]> = {
  readonly [Index in keyof Ports]: ServiceIdentifier<Ports[Index]>;
};

const listeners: readonly ServiceIdentifier[] = [TypingListener, DeliveredListener, OwnerListener];
const ofInstance: readonly ServiceIdentifier[] = [ErasureListener, DueListener, Door];
/** What one backend of several implements. */
const ofBackend: readonly ServiceIdentifier[] = [AgentBackend, ...listeners];
/** What several backends have in common. */
const ofAll: readonly ServiceIdentifier[] = [...listeners, Diagnostician, ...ofInstance];
const ofPlugin: readonly ServiceIdentifier[] = [AgentBackend, ...ofAll];

/** Whether a port is bound under the name of the plugin's instance. */
export function isOfInstance(port: ServiceIdentifier): boolean {
  return ofInstance.includes(port);
}

/**
 * What is wrong with the ports of a plugin; `null`: nothing.
 * @param backendPorts what each of its backends implements; `undefined`: it offers one
 */
export function portsFault(
  ports: unknown,
  backendPorts?: { readonly ports: unknown },
): string | null {
  if (backendPorts === undefined) return listFault("ports", ports, ofPlugin, "AgentBackend");
  const own: unknown = backendPorts.ports;
  const fault =
    listFault("backends.ports", own, ofBackend, "AgentBackend") ??
    (Array.isArray(ports) && ports.length === 0 ? null : listFault("ports", ports, ofAll, "Door"));
  if (fault !== null) return fault;
  const all = ports as readonly ServiceIdentifier[];
  const both = all.find((port) => (own as readonly ServiceIdentifier[]).includes(port));
  if (both !== undefined) return `ports and backends.ports both list ${tokenName(both)}`;
  if (!(own as readonly ServiceIdentifier[]).includes(AgentBackend))
    return "backends.ports must list AgentBackend";
  return null;
}

function listFault(
  path: string,
  ports: unknown,
  allowed: readonly ServiceIdentifier[],
  example: string,
): string | null {
  if (!Array.isArray(ports) || ports.length === 0)
    return `${path} must list what ${path === "ports" ? "the plugin" : "each backend"} implements, such as ${example}`;
  const twice = ports.find((port, index) => ports.indexOf(port) < index);
  if (twice !== undefined) return `${path} lists ${tokenName(twice)} twice`;
  const other = ports.findIndex((port) => !allowed.includes(port));
  if (other < 0) return null;
  return `${path}/${other} must be one of ${allowed.map(tokenName).join(", ")}`;
}
