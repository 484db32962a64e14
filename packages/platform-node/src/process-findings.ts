import { faultFinding, type Finding, okFinding, warningFinding } from "@parley/core";
import type { ProcessFacts } from "./process-facts.ts";

const oldestNode = [22, 19] as const;
/** A time server never corrects a clock by more. */
const clockLimitMs = 2_000;
const lateMs = 100;
const tooLateMs = 1_000;
/** Enough for all attempts in flight, and for visitors, agents and the database. */
const fewFiles = 8_192;
const crowdedShare = 0.8;

/** The findings about a process with these measurements. */
export function processFindings(facts: ProcessFacts): readonly Finding[] {
  const { clockAheadMs, files } = facts;
  return [
    nodeFinding(facts.node),
    ...(clockAheadMs === null ? [] : [clockFinding(clockAheadMs)]),
    loopFinding(facts.loopDelayMs),
    ...(files === null ? [] : [filesFinding(files)]),
  ];
}

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  if (!isOld) return okFinding("node-version", `Node is ${version}.`);
  return faultFinding(
    "node-version",
    `Node is ${version}, older than ${oldestNode.join(".")}.`,
    "Run the gateway on a newer Node: its libraries can crash on this one.",
  );
}

function clockFinding(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) <= clockLimitMs)
    return okFinding("clock", "The machine's clock was not set since the gateway started.");
  return warningFinding(
    "clock",
    `The machine's clock was set ${aheadMs > 0 ? "forward" : "back"} by ${seconds} s since the gateway started, or the machine was suspended; the gateway still uses the old time.`,
    "Restart the gateway once the clock is right, and let the machine follow a time server.",
  );
}

function loopFinding(delayMs: number): Finding {
  const message = `Since the last look, 99 in 100 timers were at most ${delayMs} ms late.`;
  if (delayMs <= lateMs) return okFinding("event-loop", message);
  return delayMs <= tooLateMs
    ? warningFinding("event-loop", message, relief)
    : faultFinding("event-loop", message, relief);
}

const relief =
  "The process has too little CPU time: give it more, spread the load over several gateways, or look for slow code in the host.";

function filesFinding({ open, limit }: NonNullable<ProcessFacts["files"]>): Finding {
  const message = `${open} of ${limit} files and sockets are open.`;
  if (limit >= fewFiles && open <= limit * crowdedShare) return okFinding("open-files", message);
  return warningFinding(
    "open-files",
    message,
    `Raise the limit (\`LimitNOFILE=\` of systemd, \`ulimit -n\`) to at least ${fewFiles}: without a free one no connection is taken or made.`,
  );
}
