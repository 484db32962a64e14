import { isDeepStrictEqual } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import type { VisitorEvent } from "@parley/core";
import type { AgentApp } from "../gateway/agent-app.ts";
import { type RuledBody, someFileName } from "./ruled-body.ts";

type Taken = Extract<RuledBody, { kind: "taken" }>;

/** A request that was answered 200, and what the rulings make of it. */
export interface Promised {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly taken: Taken;
}

/** What was answered 200, held against what the agent app received. */
export class RuledEvents {
  readonly #all = new Map<string, Promised[]>();
  #fresh: Promised[] = [];
  #checked = 0;

  get checked(): number {
    return this.#checked;
  }

  promise(promised: Promised): void {
    const { visitorId } = promised.taken;
    const list = this.#all.get(visitorId) ?? [];
    this.#all.set(visitorId, list);
    list.push(promised);
    this.#fresh.push(promised);
  }

  /** Waits for what was promised since the last time; answers each promise that was broken, and how. */
  async check(
    agent: AgentApp,
    timeoutMs: number,
  ): Promise<(Promised & { readonly why: string })[]> {
    const until = performance.now() + timeoutMs;
    const broken: (Promised & { readonly why: string })[] = [];
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const promised of fresh) {
      const { visitorId } = promised.taken;
      const promises = this.#all.get(visitorId) ?? [];
      const due = promises.reduce((sum, { taken }) => sum + taken.messages.length, 0);
      while (agent.of(visitorId).length < due && performance.now() < until) await pause(5);
      const why = faultOf(promised.taken, agent.of(visitorId), {
        due,
        alone: promises.length === 1,
      });
      if (why !== null) broken.push({ ...promised, why });
      this.#checked += 1;
    }
    return broken;
  }
}

/** `alone`: the visitor wrote once, so that the profile is of this message. */
function faultOf(
  { messages, profile, visitorId }: Taken,
  events: readonly VisitorEvent[],
  { due, alone }: { readonly due: number; readonly alone: boolean },
): string | null {
  if (events.length !== due) return `${events.length} messages arrived instead of ${due}`;
  const lost = messages.findIndex((message) => !events.some((event) => isSame(message, event)));
  if (lost !== -1) return `message ${lost} arrived changed`;
  const visitor = { ...profile, id: visitorId };
  const fits = ({ visitor: seen }: VisitorEvent) =>
    alone ? isDeepStrictEqual(seen, visitor) : seen.id === visitorId;
  return events.every(fits) ? null : "the visitor arrived changed";
}

function isSame(wanted: Readonly<Record<string, unknown>>, { message }: VisitorEvent): boolean {
  const got: Record<string, unknown> = { ...message };
  const due: Record<string, unknown> = { ...wanted };
  if (due["file_name"] === someFileName) {
    const name = got["file_name"];
    if (typeof name !== "string" || name === "" || !name.isWellFormed()) return false;
    due["file_name"] = name;
  }
  // JSON writes -0 as 0.
  return isDeepStrictEqual(got, JSON.parse(JSON.stringify(due)));
}
