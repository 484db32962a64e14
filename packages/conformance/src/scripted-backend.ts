import type {
  AgentBackend,
  Availability,
  Clock,
  DeliveryReport,
  Receipt,
  VisitorEvent,
} from "@parley/core";

/** What a scripted agent app does with one event. `hang` never answers. */
export type BackendAnswer = "taken" | "throw" | "hang" | { readonly rejected: string };

/** An agent app at the `AgentBackend` port: keeps every event and report, answers as told. */
export class ScriptedBackend implements AgentBackend {
  /** Every call of `receive`, redeliveries included. */
  readonly calls: {
    readonly at: number;
    readonly event: VisitorEvent;
    readonly signal: AbortSignal;
  }[] = [];
  /** What was taken, in order. */
  readonly taken: VisitorEvent[] = [];
  readonly reports: { readonly at: number; readonly report: DeliveryReport }[] = [];
  online: () => Promise<Availability> = () => Promise.resolve(1);
  answer: (event: VisitorEvent) => BackendAnswer = () => "taken";
  answerReport: (report: DeliveryReport) => BackendAnswer = () => "taken";
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  availability(): Promise<Availability> {
    return this.online();
  }

  async receive(event: VisitorEvent, signal: AbortSignal): Promise<Receipt> {
    this.calls.push({ at: this.#clock.now(), event, signal });
    const receipt = await receiptOf(this.answer(event));
    if (receipt.outcome === "taken") this.taken.push(event);
    return receipt;
  }

  async report(report: DeliveryReport): Promise<Receipt> {
    const receipt = await receiptOf(this.answerReport(report));
    if (receipt.outcome === "taken") this.reports.push({ at: this.#clock.now(), report });
    return receipt;
  }
}

function receiptOf(answer: BackendAnswer): Promise<Receipt> {
  if (answer === "taken") return Promise.resolve({ outcome: "taken" });
  if (answer === "throw") return Promise.reject(new Error("the agent app is down"));
  if (answer === "hang") return new Promise(() => {});
  return Promise.resolve({ outcome: "rejected", reason: answer.rejected });
}
