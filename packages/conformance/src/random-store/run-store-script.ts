import {
  type Append,
  type CommitResult,
  isMessageKind,
  type Lease,
  type Settlement,
  type Turn,
  type Verdict,
} from "@parley/core";
import { purgeAll } from "../stores/purge-all.ts";
import {
  aResendAppend,
  anOutboundAppend,
  failed,
  pausedAt,
  retryAt,
  unusedAt,
} from "../samples/samples.ts";
import { type OpenStores, StoreBench } from "../stores/store-bench.ts";
import { HeldLeases, inLaneOrder } from "./held-leases.ts";
import { scriptedBackends, senderOf, transitionOf } from "./owner-script.ts";
import { runPauseStep } from "./pause-script.ts";
import { StateRun } from "./run-state.ts";
import { snapshotOf } from "./snapshot.ts";
import type { ScriptedAppend, ScriptedSettlement, StoreScript, StoreStep } from "./store-script.ts";

/** The answer of every step, in order. Stores that keep the contract give equal traces. */
export type StoreTrace = readonly unknown[];

/** Runs a script on a fresh data set and closes it. Leaves out tokens and cursors, which differ between stores. */
export async function runStoreScript(open: OpenStores, script: StoreScript): Promise<StoreTrace> {
  const run = new ScriptRun(new StoreBench(await open()));
  const trace: unknown[] = [];
  try {
    await run.open();
    for (const step of script) trace.push([step.kind, await run.step(step), await run.nextDueAt()]);
    trace.push(["end", await run.look(200)]);
  } finally {
    await run.close();
  }
  return trace;
}

class ScriptRun {
  readonly #bench: StoreBench;
  readonly #leases = new HeldLeases();
  readonly #conversations: string[] = [];
  readonly #state: StateRun;

  constructor(bench: StoreBench) {
    this.#bench = bench;
    this.#state = new StateRun(() => bench, {
      conversation: (index) => this.#conversation(index),
      turn: (index) => this.#turn(index),
    });
  }

  /** As a gateway does when it starts. */
  open(): Promise<string> {
    return this.#bench.stores.backends.open({ names: scriptedBackends, takesDefault: null });
  }

  async step(step: StoreStep): Promise<unknown> {
    const bench = this.#bench;
    switch (step.kind) {
      case "commit":
        return this.#commit(step);
      case "claim":
        return this.#take(await bench.claim(step.budget));
      case "release":
        return bench.stores.messages.release({ owner: step.owner, scope: step.scope }, bench.now);
      case "erase":
        return bench.stores.conversations.erase(this.#conversation(step.conversation));
      case "purge":
        return purgeAll(bench.stores.retention, bench.now - step.ageMs, step.limit);
      case "look":
        return this.look(step.limit);
      case "restart":
        await bench.restart();
        return this.open();
      case "pass":
        bench.now += step.passMs;
        return bench.now;
      case "resume-one":
      case "resume-all":
      case "save-pause":
        return runPauseStep(bench.stores.pauses, step, {
          now: bench.now,
          conversation: (index) => this.#conversation(index),
        });
      default:
        return this.#state.step(step);
    }
  }

  /** Of every backend. */
  nextDueAt(): Promise<unknown> {
    const { messages } = this.#bench.stores;
    return Promise.all(scriptedBackends.map((backend) => messages.nextDueAt(backend)));
  }

  /** Reads the newest messages first, because a store may write delayed rows before it lists them. */
  async look(limit: number): Promise<unknown> {
    const { stores } = this.#bench;
    const newest: unknown[] = [];
    for (const id of this.#conversations)
      newest.push((await stores.conversations.messages(id, { before: null, limit })).items);
    return [newest, await snapshotOf(stores, limit), await this.#state.look()];
  }

  close(): Promise<void> {
    return this.#bench.stores.close();
  }

  async #commit(step: StoreStep & { kind: "commit" }): Promise<unknown> {
    const settled = step.settlements.flatMap((scripted) => this.#settlement(scripted) ?? []);
    const settlements = settled.map(({ settlement }) => settlement);
    const appends: Append[] = [];
    for (const scripted of step.appends) appends.push(await this.#append(scripted));
    const states = step.states.map((batch) => this.#state.batch(batch));
    const result = await this.#bench.commit({ appends, settlements, states }, step.budget);
    this.#remember(
      settled.map(({ lease }) => lease),
      result,
    );
    return {
      appends: result.appends,
      settlements: result.settlements,
      states: result.states,
      leases: this.#take(result.leases),
    };
  }

  #remember(leases: readonly Lease[], result: CommitResult): void {
    for (const [index, lease] of leases.entries()) {
      if (result.settlements[index] === "settled") this.#leases.giveUp(lease);
    }
    for (const append of result.appends) {
      if (append.status === "stored" && append.created)
        this.#conversations.push(append.conversationId);
    }
  }

  #take(leases: readonly Lease[]): unknown {
    for (const lease of inLaneOrder(leases)) this.#leases.take(lease);
    return inLaneOrder(leases).map(({ token: _token, ...rest }) => rest);
  }

  async #append(scripted: ScriptedAppend): Promise<Append> {
    if (scripted.kind === "inbound") return scripted;
    const id = this.#conversation(scripted.conversation);
    const fence = (await this.#bench.stores.conversations.find({ id }))?.owner.fence ?? 0;
    if (scripted.kind === "owner") return transitionOf(scripted, id, fence);
    const by = senderOf(scripted.by, fence);
    if (scripted.kind === "again") {
      const { message, backend } = scripted;
      const direction = message % 3 === 0 ? "inbound" : "outbound";
      const again = aResendAppend(id, 1 + (message % 12), direction);
      return { ...again, by: direction === "inbound" ? null : by, backend };
    }
    return anOutboundAppend(id, { by, idempotencyKey: scripted.key, messages: scripted.texts });
  }

  #settlement({
    lease,
    isOld,
    verdict,
    pauseMs,
    isReported,
    tells,
  }: ScriptedSettlement): { readonly settlement: Settlement; readonly lease: Lease } | null {
    const picked = this.#leases.pick(lease, isOld);
    if (picked === null) return null;
    const { lane, token, head, pausedSince } = picked;
    const told =
      isReported && isMessageKind(lane.kind) ? JSON.stringify({ about: head.sequence }) : null;
    const record = pauseMs === 0 ? null : `record of ${head.sequence}`;
    const memo = pauseMs === 0 ? null : `memo of ${head.sequence}`;
    const telling = tells === undefined ? {} : { tells };
    const { now } = this.#bench;
    const due = now + pauseMs;
    const retry = retryAt(due, memo);
    // A backend asks for no pause of what is sent to an integrating system.
    const paused = pausedAt(now, pauseMs, { since: pausedSince ?? now, memo });
    const verdicts: Record<ScriptedSettlement["verdict"], Verdict> = {
      delivered: {
        kind: "delivered",
        record,
        ...(told === null ? {} : { notice: told }),
        ...telling,
      },
      failed: { ...failed(told, record), ...telling },
      retry,
      unused: unusedAt(due, memo),
      paused: lane.kind === "outbound" ? retry : paused,
    };
    return { lease: picked, settlement: { lane, token, verdict: verdicts[verdict] } };
  }

  #turn(index: number): Turn | null {
    const picked = this.#leases.pick(index, index % 5 === 0);
    return picked === null ? null : { ...picked.lane, token: picked.token };
  }

  #conversation(index: number): string {
    return this.#conversations[index % Math.max(1, this.#conversations.length)] ?? "nobody";
  }
}
