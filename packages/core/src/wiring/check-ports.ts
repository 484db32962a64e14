import { ParleyError } from "../errors.ts";
import { AgentBackend } from "../ports/agent-backend.ts";
import { AgentRouter } from "../ports/agent-router.ts";
import { DeliveredListener } from "../ports/delivered-listener.ts";
import { OwnerListener } from "../ports/owner-listener.ts";
import { TypingListener } from "../ports/typing-listener.ts";
import { Clock } from "../ports/platform/clock.ts";
import type { LoadedAdapters } from "./loaded-adapters.ts";
import { type PortRow, ports } from "./port-table.ts";

/** A store that takes its time from the database binds its own clock. */
const clockHint = ", and platformNode({ clock: false }) beside a store with its own clock";

/**
 * Checks that each port is bound as often as it may be.
 * @throws ParleyError `port-missing`, `port-bound-twice`
 */
export function checkPorts(adapters: LoadedAdapters): void {
  const routers = adapters.providersOf(AgentRouter);
  for (const port of ports) {
    const positions = adapters.providersOf(port.token);
    if (routers.length === 0 || !ofRouter.has(port.token)) checkPort(port, positions);
    else if (positions.length > 0) throw besideRouter(port, positions);
  }
}

/** What belongs to one of a router's agent apps. */
const ofRouter = new Set<unknown>([AgentBackend, TypingListener, DeliveredListener, OwnerListener]);

function besideRouter({ name }: PortRow, [position]: readonly number[]): ParleyError {
  const message = `Adapter ${position} provides ${name} beside a router: pass it to the router.`;
  return new ParleyError("port-bound-twice", message);
}

function checkPort({ token, name, count, provider }: PortRow, positions: readonly number[]): void {
  if (positions.length === 0 && count === "one") {
    const message = `No adapter provides the port ${name}: pass ${provider} to createGateway.`;
    throw new ParleyError("port-missing", message);
  }
  if (positions.length < 2 || count === "any") return;
  const all = [...new Set(positions)];
  const message =
    all.length === 1
      ? `Adapter ${all.join()} provides ${name} twice: bind it once.`
      : `Adapters ${listed(all)} provide ${name}: pass only one of them to createGateway${token === Clock ? clockHint : ""}.`;
  throw new ParleyError("port-bound-twice", message);
}

function listed(positions: readonly number[]): string {
  return `${positions.slice(0, -1).join(", ")} and ${positions.at(-1)}`;
}
