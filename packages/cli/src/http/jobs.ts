import { setTimeout as pause } from "node:timers/promises";
import type { Job } from "@parley/admin-express/api";
import type { AdminClient } from "./admin-client.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { printNotice } from "../output/print-line.ts";

/** A successful job, and the answer that reported it. */
export interface EndedJob {
  readonly job: Job;
  readonly text: string;
}

const betweenLooksMs = 250;

/**
 * Shows a job's progress until it ends. The job continues in the gateway when this program is interrupted.
 * @throws CommandError `failed` when the job failed
 */
export async function watchJob(
  context: CommandContext,
  client: AdminClient,
  id: string,
): Promise<EndedJob> {
  const look = () => client.ask<Job>("GET", `/jobs/${encodeURIComponent(id)}`);
  let answer = await look();
  const { kind, total } = answer.body;
  const progress = context.progress(`${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`, total);
  try {
    while (answer.body.state === "running") {
      progress.update(answer.body.done, answer.body.total);
      await pause(betweenLooksMs, undefined, { signal: context.signal });
      answer = await look();
    }
    progress.update(answer.body.done, answer.body.total);
  } catch (error) {
    progress.end();
    printNotice(
      context,
      `The job continues while the gateway runs; parley jobs watch ${id} shows it again.`,
    );
    throw error;
  }
  progress.end();
  return ended(answer.body, answer.text);
}

function ended(job: Job, text: string): EndedJob {
  if (job.state === "done") return { job, text };
  throw new CommandError(exitCodes.failed, job.error ?? "The job failed.");
}
