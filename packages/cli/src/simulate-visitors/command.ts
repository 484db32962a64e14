import { type Command, InvalidArgumentError } from "commander";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { type JsonOption, withJson } from "../output/json-output.ts";
import { openDisplay } from "./display.ts";
import { type EventKind, eventKinds } from "./event-plan.ts";
import { IngressClient } from "./ingress-client.ts";
import { realClock } from "./simulation-clock.ts";
import { simulateVisitors } from "./simulate-visitors.ts";
import { Tally } from "./tally.ts";

interface SimulateOptions extends JsonOption {
  readonly rate: number;
  readonly visitors: number;
  readonly seconds: number;
  readonly types: readonly EventKind[];
  readonly think?: true;
}

/** How long to wait for answers after Ctrl-C. */
const timeoutMs = 3_000;

/** `parley simulate-visitors …` */
export function simulateVisitorsCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("simulate-visitors")
    .argument("<ingressUrl>", "of a channel: {base_url}/<channel secret>/<channel>", readUrl)
    .description(
      "Simulate visitors that write to a gateway at a chosen rate, and count the results.",
    )
    .option("--rate <number>", "events a second, all visitors together", numberIn(0.01, 10_000), 20)
    .option("--visitors <number>", "how many visitors take turns", wholeIn(1, 1_000_000), 50)
    .option("--seconds <number>", "how long", numberIn(0.01, 86_400), 60)
    .option("--types <list>", `what they send: ${eventKinds.join(", ")}`, readKinds, [
      "text" as const,
    ])
    .option(
      "--think",
      "type for 0.5 to 2.5 seconds before each message, with typing notifications",
    );
  withExamples(
    withJson(command),
    "parley simulate-visitors http://127.0.0.1:8080/chat/RANDOM_STRING/shop --rate 5 --seconds 2",
    "parley simulate-visitors http://127.0.0.1:8080/chat/RANDOM_STRING/shop --types text,media,typing --seconds 2 --json",
  );
  command.action((url: string, options: SimulateOptions) => run(url, options, context));
}

async function run(url: string, options: SimulateOptions, context: CommandContext): Promise<void> {
  const { rate, visitors, seconds, types, think } = options;
  const line = new IngressClient(url);
  const tally = new Tally();
  const display = openDisplay(context, seconds, options.json === true);
  try {
    await checkChannel(line);
    const startedAtMs = performance.now();
    const elapsed = () => (performance.now() - startedAtMs) / 1_000;
    const ticker = setInterval(() => display.show(elapsed(), tally.view()), display.intervalMs);
    const stop = () => setTimeout(() => line.abandon(), timeoutMs).unref();
    context.signal.addEventListener("abort", stop, { once: true });
    const simulation = {
      ratePerSecond: rate,
      visitors,
      seconds,
      kinds: types,
      think: think === true,
    };
    await simulateVisitors(simulation, { line, pace: realClock, tally }, context.signal);
    clearInterval(ticker);
    display.end(elapsed(), tally.view());
  } finally {
    line.close();
  }
  const { refused, lost } = tally.view();
  if (refused + lost > 0) context.endWith(exitCodes.failed);
}

/** Checks that the address belongs to a channel before the simulation starts. */
async function checkChannel(line: IngressClient): Promise<void> {
  const answer = await line.status().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : "network failure";
    throw new CommandError(exitCodes.unreachable, `No gateway answers there: ${why}.`);
  });
  if (answer.status === 200 && /^[01]$/.test(answer.body)) return;
  throw new CommandError(
    exitCodes.refused,
    `There is no channel at this URL: its status is HTTP ${answer.status}, expected 0 or 1 on HTTP 200.`,
    "The URL is {base_url}/<channel secret>/<channel>, as shown when the channel was added or rotated.",
  );
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new InvalidArgumentError("Expected an http or https URL without query string.");
  return text;
}

function readKinds(text: string): readonly EventKind[] {
  const words = text.split(",").map((word) => word.trim());
  return words.map((word) => {
    const kind = eventKinds.find((kind) => kind === word);
    if (kind === undefined) throw new InvalidArgumentError(`Expected ${eventKinds.join(", ")}.`);
    return kind;
  });
}

function numberIn(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`);
  };
}

function wholeIn(least: number, most: number): (text: string) => number {
  const read = numberIn(least, most);
  return (text) => {
    const value = read(text);
    if (Number.isInteger(value)) return value;
    throw new InvalidArgumentError("Expected a whole number.");
  };
}
