import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OwnerNotice, VisitorEvent } from "@parley/core";
import { onTestFinished } from "vitest";

/** How an agent app reacts. `lost`: it takes the event, and its answer does not arrive. */
export type Reaction = "takes" | "down" | "lost";

interface Taken extends VisitorEvent {
  /** The line on which it came. */
  readonly line: string;
}

/** What one agent app holds. */
export class AppRecord {
  /** By id: an event that comes again is the same. */
  readonly events = new Map<string, Taken>();
  readonly owners: OwnerNotice[] = [];
  /** Ids of events that came again although nothing said that they may. */
  readonly surprises: string[] = [];
  /** `line`: names the node that calls. */
  react: (line: string) => Reaction = () => "takes";

  took(event: Taken): void {
    if (this.events.has(event.id)) {
      if (!event.mayBeRepeat) this.surprises.push(event.id);
    } else this.events.set(event.id, event);
  }
}

/** The agent apps `sales` and `support` behind one server. Each node has a line of its own to it. */
export class AgentApps {
  readonly sales = new AppRecord();
  readonly support = new AppRecord();
  #url = "";

  static async open(): Promise<AgentApps> {
    const apps = new AgentApps();
    const server = createServer((request, response) => void apps.#answer(request, response));
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server.listen(0, "127.0.0.1"), "listening");
    apps.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return apps;
  }

  lineOf(node: string): string {
    return `${this.#url}/${node}`;
  }

  /** Ids of the events that an agent app holds. */
  get held(): ReadonlySet<string> {
    return new Set([...this.sales.events.keys(), ...this.support.events.keys()]);
  }

  /** Ids of the events that both hold. */
  get heldByBoth(): readonly string[] {
    return [...this.support.events.keys()].filter((id) => this.sales.events.has(id));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, line = "", name, what] = (request.url ?? "").split("/");
    const body = Buffer.concat(await request.toArray()).toString();
    const app = name === "sales" ? this.sales : this.support;
    const reaction = app.react(line);
    if (reaction === "down") return void response.writeHead(503).end();
    if (what === "events") app.took({ ...(JSON.parse(body) as VisitorEvent), line });
    if (what === "owners") app.owners.push(JSON.parse(body) as OwnerNotice);
    if (reaction === "lost") return void response.destroy();
    response.end("{}");
  }
}
