import { clearScreenDown, cursorTo, moveCursor } from "node:readline";
import type { CommandContext } from "../command-context.ts";
import { printJson } from "../output/json-output.ts";
import { printLine } from "../output/print-line.ts";
import type { TallyView } from "./tally.ts";
import { tallyLine, tallyLines } from "./tally-text.ts";

/** Shows the state of a simulation. */
export interface Display {
  /** Interval of updates in milliseconds. */
  readonly intervalMs: number;
  show(elapsedSeconds: number, view: TallyView): void;
  /** Shows the last state. */
  end(elapsedSeconds: number, view: TallyView): void;
}

/** A panel on a terminal, a line a second in a pipe, a JSON text a second with `json`. */
export function openDisplay(context: CommandContext, seconds: number, json: boolean): Display {
  if (json) return jsonLines(context);
  return context.isTerminal ? panel(context, seconds) : plainLines(context);
}

function jsonLines(context: CommandContext): Display {
  const print = (type: string, elapsedSeconds: number, view: TallyView) =>
    printJson(context, JSON.stringify({ type, elapsedSeconds, ...view }));
  return {
    intervalMs: 1_000,
    show: (elapsed, view) => print("progress", Math.round(elapsed), view),
    end: (elapsed, view) => print("summary", elapsed, view),
  };
}

function plainLines(context: CommandContext): Display {
  return {
    intervalMs: 1_000,
    show: (elapsed, view) => printLine(context, tallyLine(Math.round(elapsed), view)),
    end: (elapsed, view) => saySummary(context, elapsed, view),
  };
}

function panel(context: CommandContext, seconds: number): Display {
  const { stdout: stream } = context;
  let height = 0;
  const wipe = () => {
    if (height === 0) return;
    moveCursor(stream, 0, -height);
    cursorTo(stream, 0);
    clearScreenDown(stream);
    height = 0;
  };
  return {
    intervalMs: 250,
    show(elapsed, view) {
      const width = (stream.columns ?? 80) - 1;
      const lines = [bar(elapsed, seconds), ...tallyLines(view)].map((line) =>
        line.slice(0, width),
      );
      wipe();
      for (const line of lines) printLine(context, line);
      height = lines.length;
    },
    end(elapsed, view) {
      wipe();
      saySummary(context, elapsed, view);
    },
  };
}

function bar(elapsed: number, seconds: number): string {
  const cells = 24;
  const full = Math.min(cells, Math.floor((cells * elapsed) / seconds));
  return `${"█".repeat(full)}${"░".repeat(cells - full)} ${Math.floor(elapsed)} of ${seconds} s · Ctrl-C ends`;
}

function saySummary(context: CommandContext, elapsed: number, view: TallyView): void {
  printLine(context, `After ${elapsed.toFixed(1)} s:`);
  for (const line of tallyLines(view)) printLine(context, line);
}
