import type { Claim, StateBatch, StateWrite, Turn, WriteCondition } from "@parley/core";
import type { StoreBench } from "../stores/store-bench.ts";
import {
  type ScriptedBatch,
  type ScriptedCondition,
  scriptedInstances,
  type ScriptedWrite,
  type StateStep,
} from "./state-script.ts";

/** Small, so that some batches are refused. */
const limits = { entries: 4, bytes: 60 };
const claimMs = 4_000;

/** What a script's conditions choose from. */
export interface KnownPlaces {
  conversation(index: number): string;
  turn(index: number): Turn | null;
}

/** The state of plugins in a run of a script: its claims and versions. */
export class StateRun {
  readonly #bench: () => StoreBench;
  readonly #known: KnownPlaces;
  readonly #claims: Claim[] = [];
  readonly #versions: number[] = [];
  #requests = 0;

  constructor(bench: () => StoreBench, known: KnownPlaces) {
    this.#bench = bench;
    this.#known = known;
  }

  batch({ instance, writes }: ScriptedBatch): StateBatch {
    return { instance, writes: writes.map((one) => this.#write(one)), limits };
  }

  async step(step: StateStep): Promise<unknown> {
    const { stores, now } = this.#bench();
    if (step.kind === "expire") return stores.retention.expireEntries(now, 1_000);
    if (step.kind === "claim-due") return this.#claim(step.instance, step.limit);
    const { instance, limit } = step;
    const conversationId = this.#known.conversation(step.conversation);
    const entries = await stores.erasures.entries(instance, conversationId, limit);
    const keys = entries.map(({ key }) => key);
    await stores.erasures.removeEntries(conversationId, { of: instance, keys });
    return entries;
  }

  /** Everything that the state's ports return. */
  async look(): Promise<unknown> {
    const { stores, now } = this.#bench();
    const page = { prefix: "k:", after: null, limit: 50 };
    const listed = await Promise.all(
      scriptedInstances.map((instance) => stores.state.list(instance, page, now)),
    );
    this.#versions.push(...listed.flat().map(({ version }) => version));
    return [listed, await stores.state.get("one", "k:1", now), await stores.state.usage()];
  }

  async #claim(instance: string, limit: number): Promise<unknown> {
    const { stores, now } = this.#bench();
    this.#requests += 1;
    const request = {
      instance,
      limit,
      token: `call-${this.#requests}`,
      until: now + claimMs,
      isFirst: this.#requests % 7 === 1,
    };
    const due = await stores.state.claimDue(request, now);
    for (const { key, claim } of due.entries) this.#claims.push({ key, token: claim?.token ?? "" });
    return due;
  }

  #write(scripted: ScriptedWrite): StateWrite {
    const { now } = this.#bench();
    const at = (ms: number | null | undefined) => (typeof ms === "number" ? now + ms : ms);
    switch (scripted.kind) {
      case "put": {
        const { key, value, conversation, dueMs, expiresMs } = scripted;
        const conversationId =
          typeof conversation === "number" ? this.#known.conversation(conversation) : conversation;
        const instants = { due: at(dueMs), expiresAt: at(expiresMs) };
        const when = this.#condition(scripted.when);
        return { kind: "put", key, value, conversationId, ...instants, when };
      }
      case "delete":
        return { kind: "delete", key: scripted.key, when: this.#condition(scripted.when) };
      case "wake":
        return scripted;
      case "renew":
        return { kind: "renew", claim: this.#claimAt(scripted.claim), until: now + claimMs };
      case "release":
        return { kind: "release", claim: this.#claimAt(scripted.claim) };
      case "end": {
        const { claim, dueMs, ...rest } = scripted;
        return { ...rest, claim: this.#claimAt(claim), due: at(dueMs) ?? null };
      }
    }
  }

  #condition(when: ScriptedCondition): WriteCondition {
    if (!("index" in when)) return when.kind === "absent" ? { ifAbsent: true } : {};
    if (when.kind === "claim") return { claim: this.#claimAt(when.index) };
    if (when.kind === "version")
      return { ifVersion: this.#versions.at(-1 - (when.index % 10)) ?? when.index };
    const turn = this.#known.turn(when.index);
    return turn === null ? {} : { turn };
  }

  /** The newest ones most of all: most of the others have ended. */
  #claimAt(index: number): Claim {
    return this.#claims.at(-1 - (index % 2)) ?? { key: "k:0", token: "none" };
  }
}
