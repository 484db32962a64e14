import type {
  AgentBackend,
  Availability,
  Clock,
  DeliveredListener,
  DeliveredNotice,
  DeliveryReport,
  LaterReceipt,
  Receipt,
  VisitorEvent,
} from "@parley/core";

/** The reaction of a scripted agent app to an event. `hang` never answers; `silent` waits for its abort. */
export type BackendAnswer =
  | "taken"
  | "throw"
  | "hang"
  | "silent"
  | "lost"
  | { readonly rejected: string }
  | LaterReceipt;

/** An `AgentBackend` that records every event and report, and returns scripted answers. */
export class ScriptedBackend implements AgentBackend, DeliveredListener {
  /** Every call of `receive`, redeliveries included. */
  readonly calls: {
    readonly at: number;
    readonly event: VisitorEvent;
    readonly signal: AbortSignal;
  }[] = [];
  /** The taken events, in order. */
  readonly taken: VisitorEvent[] = [];
  readonly reports: { readonly at: number; readonly report: DeliveryReport }[] = [];
  /** The notices of delivered messages that were taken. */
  readonly notices: { readonly at: number; readonly notice: DeliveredNotice }[] = [];
  online: () => Promise<Availability> = () => Promise.resolve(1);
  /** `lost`: the app takes the event, and its answer is lost. */
  answer: (event: VisitorEvent) => BackendAnswer = () => "taken";
  answerReport: (report: DeliveryReport) => BackendAnswer = () => "taken";
  answerNotice: (notice: DeliveredNotice, signal: AbortSignal) => BackendAnswer = () => "taken";
  readonly #hung: (() => void)[] = [];
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
    return this.#receipt(answer, signal);
  }

  async report(report: DeliveryReport, signal: AbortSignal): Promise<Receipt> {
    const answer = this.answerReport(report);
    if (answer === "taken" || answer === "lost")
      this.reports.push({ at: this.#clock.now(), report });
    return this.#receipt(answer, signal);
  }

  async delivered(notice: DeliveredNotice, signal: AbortSignal): Promise<Receipt> {
    const answer = this.answerNotice(notice, signal);
    if (answer === "taken" || answer === "lost")
      this.notices.push({ at: this.#clock.now(), notice });
    return this.#receipt(answer, signal);
  }

  /** Ends the calls that were answered `hang`, as taken. */
  endHung(): void {
    for (const end of this.#hung.splice(0)) end();
  }

  #receipt(answer: BackendAnswer, signal: AbortSignal): Promise<Receipt> {
    if (answer !== "hang") return receiptOf(answer, signal);
    return new Promise((resolve) => {
      this.#hung.push(() => resolve({ outcome: "taken" }));
    });
  }
}

async function receiptOf(
  answer: Exclude<BackendAnswer, "hang">,
  signal: AbortSignal,
): Promise<Receipt> {
  if (answer === "taken") return { outcome: "taken" };
  if (answer === "silent" && !signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  if (typeof answer === "string") throw new Error("the agent app is down");
  return "rejected" in answer ? { outcome: "rejected", reason: answer.rejected } : answer;
}
