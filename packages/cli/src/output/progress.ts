import cliProgress, { type GenericFormatter } from "cli-progress";
import type { OutputStream } from "./output-stream.ts";
import { plainText } from "./plain-text.ts";
import { printNotice } from "./print-line.ts";

/** The progress of long work. Call `end` exactly once. */
export interface Progress {
  /** @param total when it is known or has changed */
  update(done: number, total?: number | null): void;
  /** Clears the display on a terminal. In a pipe, the last state stays as a line. */
  end(): void;
}

const plainIntervalMs = 1000;

/** A bar on a terminal. Lines in a pipe: at most one a second, and the last state. */
export function showProgress(stream: OutputStream, label: string, total: number | null): Progress {
  return stream.isTTY === true ? bar(stream, label, total) : lines(stream, label, total);
}

function bar(stream: OutputStream, label: string, total: number | null): Progress {
  const format: GenericFormatter = (options, { progress, total, value }) =>
    plainText(
      total > 0
        ? `${label} ${cliProgress.Format.BarFormat(progress, options)} ${shareText(value, total)}`
        : `${label} ${value}`,
    );
  const shown = new cliProgress.SingleBar(
    { stream, format, clearOnComplete: true, hideCursor: true, gracefulExit: false, barsize: 24 },
    cliProgress.Presets.shades_classic,
  );
  shown.start(total ?? 0, 0);
  return {
    update: (done, changed) => {
      if (typeof changed === "number") shown.setTotal(changed);
      shown.update(done);
    },
    end: () => shown.stop(),
  };
}

function lines(stream: OutputStream, label: string, total: number | null): Progress {
  let saidAt = Number.NEGATIVE_INFINITY;
  let said = "";
  let latest = "";
  const say = () => {
    if (latest !== said) printNotice({ stderr: stream }, latest);
    said = latest;
    saidAt = performance.now();
  };
  return {
    update: (done, changed) => {
      latest = `${label}: ${shareText(done, changed === undefined ? total : changed)}`;
      if (performance.now() - saidAt >= plainIntervalMs) say();
    },
    end: say,
  };
}

/** `30 of 120 (25 %)`. A total of 100 means per cent. */
function shareText(done: number, total: number | null): string {
  if (total === null || total === 0) return String(done);
  const percent = `${Math.floor((100 * done) / total)} %`;
  return total === 100 ? percent : `${done} of ${total} (${percent})`;
}
