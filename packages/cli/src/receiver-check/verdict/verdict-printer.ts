import type { CommandContext } from "../../command-context.ts";
import { printJson } from "../../output/json-output.ts";
import { plainJson } from "../../output/plain-text.ts";
import { type LinePart, printLine } from "../../output/print-line.ts";
import { LeftoverCount } from "../rules/leftover-count.ts";
import type { Mask } from "../exchange/mask.ts";
import { looks, verdictLines } from "./verdict-text.ts";
import { type VerdictView, verdictView } from "./verdict-view.ts";
import type { Verdict, VerdictState } from "./verdict.ts";

interface PrinterOptions {
  /** Print a JSON text per line: `type: "verdict"` for each rule, then `type: "summary"`. */
  readonly json: boolean;
  readonly verbose: boolean;
  readonly mask: Mask;
}

const order: readonly VerdictState[] = ["passed", "warned", "failed", "skipped"];

/** Prints verdicts as they arrive, and a summary. */
export class VerdictPrinter {
  readonly #context: CommandContext;
  readonly #options: PrinterOptions;
  readonly #startedAt = performance.now();
  readonly #counts: Record<VerdictState, number> = { passed: 0, warned: 0, failed: 0, skipped: 0 };

  readonly #left = new LeftoverCount();
  #held: VerdictView[] = [];

  constructor(context: CommandContext, options: PrinterOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Number of failed rules. */
  get failures(): number {
    return this.#counts.failed;
  }

  begin(url: string, channelId: string): void {
    if (this.#options.json) return;
    const target = this.#options.mask(url);
    printLine(this.#context, `Sending agent messages of channel ${channelId} to ${target}`);
    printLine(this.#context);
  }

  add(verdict: Verdict): void {
    const { json, verbose, mask } = this.#options;
    this.#counts[verdict.state] += 1;
    this.#left.add(verdict.exchanges);
    const view = verdictView(verdict, mask);
    if (json) return printJson(this.#context, JSON.stringify({ type: "verdict", ...view }));
    if (view.state === "skipped" && !verbose) return this.#hold(view);
    this.#tellHeld();
    this.#tell(view, verbose);
  }

  end(): void {
    this.#tellHeld();
    const durationMs = Math.ceil(performance.now() - this.#startedAt);
    const complete = !this.#context.signal.aborted;
    if (this.#options.json) {
      const summary = { type: "summary", ...this.#counts, complete, durationMs };
      return printJson(this.#context, JSON.stringify(summary));
    }
    const counts = order.flatMap((state, at): readonly LinePart[] => {
      const painted = { text: `${this.#counts[state]} ${state}`, look: looks[state] };
      return at === 0 ? [painted] : [", ", painted];
    });
    const early = complete ? "" : " The check ended before all rules were checked.";
    printLine(this.#context);
    printLine(this.#context, ...counts, ` in ${(durationMs / 1_000).toFixed(1)} s.${early}`);
    const left = this.#left.words();
    if (left !== null) printLine(this.#context, plainJson(this.#options.mask(left)));
  }

  /** Rules skipped for the same reason are printed together. */
  #hold(view: VerdictView): void {
    if (view.seen !== this.#held[0]?.seen) this.#tellHeld();
    this.#held.push(view);
  }

  #tellHeld(): void {
    const [first] = this.#held;
    if (!first) return;
    const rule = this.#held.length === 1 ? first.rule : `${this.#held.length} rules`;
    this.#tell({ ...first, rule }, false);
    this.#held = [];
  }

  #tell(view: VerdictView, verbose: boolean): void {
    for (const parts of verdictLines(view, verbose)) printLine(this.#context, ...parts);
  }
}
