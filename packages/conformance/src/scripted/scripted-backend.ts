import type {
  AgentBackend,
  Availability,
  Clock,
  DeliveryReport,
  Receipt,
  VisitorEvent,
} from "@parley/core";

/** What a scripted agent app does with one event. `hang` never answers; `silent` says nothing until it is aborted. */
export type BackendAnswer =
  | "taken"
  | "throw"
  | "hang"
  | "silent"
  | "lost"
  | { readonly rejected: string };

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
  /** `lost`: the app has taken it, and the answer does not come back. */
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
    const answer = this.answer(event);
    if (answer === "taken" || answer === "lost") this.taken.push(event);
    return receiptOf(answer, signal);
  }

  async report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt> {
    const answer = this.answerReport(report);
    if (answer === "taken" || answer === "lost")
      this.reports.push({ at: this.#clock.now(), report });
    return receiptOf(answer, signal);
  }
}

async function receiptOf(answer: BackendAnswer, signal: AbortSignal): Promise<Receipt> {
  if (answer === "taken") return { outcome: "taken" };
  if (answer === "hang") return new Promise(() => {});
  if (answer === "silent" && !signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  if (typeof answer === "string") throw new Error("the agent app is down");
  return { outcome: "rejected", reason: answer.rejected };
}
