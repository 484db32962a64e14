import type { Backlog, Status } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { countText } from "../output/count-text.ts";
import { withExamples } from "../input/examples.ts";
import { exitCodes } from "../exit-code.ts";
import { type Fact, printFacts } from "../output/facts.ts";
import { instantText } from "../input/instants.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";

/** `parley status` */
export function statusCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("status")
    .description(
      "Show whether the gateway is ready, and what waits in it; exit code 1 when it is not ready.",
    );
  withExamples(withJson(withConnection(command)), "parley status", "parley status --json");
  command.action(async (options: ConnectionOptions & JsonOption) => {
    const { text, body } = await context.api(options).ask<Status>("GET", "/status");
    if (options.json) printJson(context, text);
    else printFacts(context, factsOf(body));
    if (!body.ready) context.endWith(exitCodes.failed);
  });
}

function factsOf(status: Status): readonly Fact[] {
  const { now, backlog } = status;
  return [
    ["ready", status.ready ? "yes" : "no", status.ready ? "good" : "bad"],
    ["version", status.version],
    ["started", instantText(status.startedAt, now)],
    ["channels", String(status.channels)],
    ["to agents", waitingText(backlog.inbound, now)],
    ["to visitors", waitingText(backlog.outbound, now)],
    ["reports", waitingText(backlog.reports, now)],
    ...agentFacts(status),
    ["dead letters", ...deadLetterText(status.deadLetters)],
    ["memory", `${Math.round(status.memoryBytes / 1_048_576)} MiB`],
    ["event loop", `${status.eventLoopDelayMs.toFixed(1)} ms late (99th percentile)`],
  ];
}

function waitingText(lane: Backlog["inbound"], now: number): string {
  if (lane.waiting === 0) return "nothing waits";
  const oldest =
    lane.oldestAcceptedAt === null
      ? ""
      : `, the oldest since ${instantText(lane.oldestAcceptedAt, now)}`;
  const verb = lane.waiting === 1 ? "waits" : "wait";
  return `${lane.waiting} ${verb} in ${countText(lane.lanes, "conversation")}${oldest}`;
}

/** A gateway of an earlier version may tell nothing of agent apps and pauses. */
type AnyStatus = Partial<Status> & Pick<Status, "now">;

/** One line of each agent app, with its share of the work where there are several. */
function agentFacts({ backends = [], pauses = [], now }: AnyStatus): readonly Fact[] {
  if (backends.length < 2) return [["agent app", ...pauseText(pauses[0], now)]];
  return backends.map(({ backend, inbound, reports }): Fact => {
    const own = pauses.find((pause) => pause.backend === backend);
    const [pause, look] = pauseText(own, now);
    const work = `${waitingText(inbound, now)}; reports: ${waitingText(reports, now)}`;
    const text = `${work}; ${pause}`;
    return look === undefined ? [backend, text] : [backend, text, look];
  });
}

function pauseText(
  pause: Status["pauses"][number] | undefined,
  now: number,
): readonly [text: string, look?: "bad"] {
  if (pause === undefined) return ["has asked for no pause"];
  const [since, until] = [instantText(pause.since, now), instantText(pause.until, now)];
  return [`paused since ${since}, until ${until}`, "bad"];
}

function deadLetterText(some: boolean): readonly [text: string, look: "good" | "bad"] {
  return some ? ["there are some: parley dead-letters list", "bad"] : ["none", "good"];
}
