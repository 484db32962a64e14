import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { DeliveryReport, Receipt, VisitorEvent } from "@parley/core";
import { promptly } from "../time/time-limits.ts";
import type { Runner } from "../runner.ts";
import { want } from "../want.ts";
import { AgentBench } from "./agent-bench.ts";
import type { AgentApp, SeenMessage, Trouble } from "./agent-app.ts";

/** Opens a fresh agent app and loads its plugin into the bench. */
export type OpenAgentApp = (bench: AgentBench) => Promise<AgentApp>;

/** Result of one call: the receipt. It is `later` also when the call threw. */
export type CallEnd = "taken" | "rejected" | "later";

/** One agent app under test, with the calls that most checks need. */
export class AgentTrial {
  readonly bench: AgentBench;
  readonly app: AgentApp;
  /** The error of the previous call. */
  #thrown: Error | null = null;
  /** What the plugin was called with. */
  readonly #called = new Set<string>();

  constructor(bench: AgentBench, app: AgentApp) {
    this.bench = bench;
    this.app = app;
  }

  /** Calls `receive` once, as the dispatcher does. */
  receive(
    event: VisitorEvent,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<CallEnd> {
    const called = this.#calledWith(`event ${event.id}`, event);
    return this.#endOf(() => this.app.backend.receive(called, signal));
  }

  /** Calls `report` once, as the dispatcher does. */
  report(
    report: DeliveryReport,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<CallEnd> {
    const called = this.#calledWith(`report ${report.deliveryId}`, report);
    return this.#endOf(() => this.app.backend.report(called, signal));
  }

  /** What comes again says so, as the dispatcher does. */
  #calledWith<Called extends VisitorEvent | DeliveryReport>(id: string, called: Called): Called {
    const mayBeRepeat = called.mayBeRepeat || this.#called.has(id);
    this.#called.add(id);
    return frozen({ ...called, mayBeRepeat });
  }

  /** Delivers an event that the app must take at the first call. */
  async taken(event: VisitorEvent): Promise<void> {
    this.#wantTaken(
      "an event that nothing stands in the way of is taken",
      await this.receive(event),
    );
  }

  /** Repeats the call until the event is taken, as the dispatcher does after an outage. */
  async takenAtLast(call: () => Promise<CallEnd>): Promise<void> {
    let end = await call();
    for (let again = 0; again < 3 && end === "later"; again += 1) end = await call();
    this.#wantTaken("once the trouble is over it is taken", end);
  }

  /** Fails with the plugin's own error, because it usually names the mistake. */
  #wantTaken(clause: string, end: CallEnd): void {
    const thrown = end === "later" ? this.#thrown : null;
    want(thrown === null ? clause : `${clause}\nit threw ${thrown.stack}`, end, "taken");
  }

  async #endOf(call: () => Promise<Receipt>): Promise<CallEnd> {
    this.#thrown = null;
    return endOf(call, (error) => (this.#thrown = error));
  }

  /** The message as the app shows it, reduced to the fields of `event`. */
  async wantShown(clause: string, events: readonly VisitorEvent[]): Promise<void> {
    const [first] = events;
    const seen = await this.app.messages(first?.conversationId ?? "");
    want(
      clause,
      seen.map((message, index) => sameFields(message, events[index])),
      events.map(fieldsOf),
    );
  }

  /** Runs `during` while the app has this fault; `false`: the app cannot fail separately. */
  async inTrouble(trouble: Trouble, during: () => Promise<void>): Promise<boolean> {
    if (this.app.trouble === null) return false;
    await this.app.trouble.begin(trouble);
    await during().finally(() => this.app.trouble?.end());
    return true;
  }
}

/** One check of a suite, on a fresh app and a fresh bench. Both are always closed. */
export type AgentCheck = (title: string, body: (trial: AgentTrial) => Promise<void>) => void;

export function agentChecks({ it }: Runner, open: OpenAgentApp): AgentCheck {
  return (title, body) => {
    it(title, async () => {
      const bench = await AgentBench.start();
      try {
        const app = await open(bench);
        await body(new AgentTrial(bench, app)).finally(() => app.close());
      } finally {
        await bench.close();
      }
    });
  };
}

/** Starts a call, aborts it one turn later, and waits for its end. */
export function givenUp(call: (signal: AbortSignal) => Promise<CallEnd>): Promise<CallEnd> {
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  return call(controller.signal);
}

async function endOf(
  call: () => Promise<Receipt>,
  onThrown: (error: Error) => void,
): Promise<CallEnd> {
  let receipt: Receipt;
  try {
    receipt = await promptly("a call ends", Promise.resolve().then(call));
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    assert.ok(
      error instanceof Error,
      `what is thrown is an Error, which a log can name, not ${inspect(error)}`,
    );
    onThrown(error);
    return "later";
  }
  assert.ok(
    ["taken", "rejected", "later"].includes(receipt?.outcome),
    `an answer is {outcome: "taken"}, {outcome: "rejected", reason} or {outcome: "later"}, not ${JSON.stringify(receipt)}`,
  );
  if (receipt.outcome === "rejected") {
    const { reason }: { readonly reason: unknown } = receipt;
    const told = typeof reason === "string" && reason.trim() !== "";
    assert.ok(told, "a rejection gives its reason, a text that is not blank");
  }
  return receipt.outcome;
}

/** A frozen copy, because core keeps the objects that it passes on. */
function frozen<Value extends object>(value: Value): Value {
  const copy = structuredClone(value);
  for (const part of Object.values(copy)) {
    if (typeof part === "object" && part !== null) Object.freeze(part);
  }
  return Object.freeze(copy);
}

/** Only the fields that were sent, because an app may show more, such as a time. An extra message keeps all its fields. */
function sameFields(
  { message }: SeenMessage,
  event: VisitorEvent | undefined,
): Readonly<Record<string, unknown>> {
  if (event === undefined) return message;
  return Object.fromEntries(Object.keys(fieldsOf(event)).map((name) => [name, message[name]]));
}

/** All fields except the wire's `id`, which is for logs (§2.4). */
function fieldsOf({ message }: VisitorEvent): Readonly<Record<string, unknown>> {
  const { id: _, ...fields } = message;
  return fields;
}
