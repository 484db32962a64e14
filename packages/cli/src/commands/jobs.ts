import type { Job, JobList } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { exampleJob, withExamples } from "../input/examples.ts";
import { instantText } from "../input/instants.ts";
import { watchJob } from "../http/jobs.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printLine, printNotice } from "../output/print-line.ts";
import { type Column, Table } from "../output/table.ts";

/** `parley jobs list|watch` */
export function jobsCommand(program: Command, context: CommandContext): void {
  const group = program.command("jobs").description("Jobs of the gateway: retention and backups.");
  list(group, context);
  watch(group, context);
}

const columns: readonly Column<Job>[] = [
  { title: "id", text: ({ id }) => id },
  { title: "kind", text: ({ kind }) => kind },
  {
    title: "state",
    text: ({ state }) => state,
    look: ({ state }) => ({ running: "doubtful", done: "good", failed: "bad" } as const)[state],
  },
  { title: "started", text: ({ startedAt }) => instantText(startedAt) },
  {
    title: "done",
    text: ({ done, total }) => (total === null ? String(done) : `${done} of ${total}`),
  },
  { title: "why", text: ({ error }) => error ?? "", flexible: true },
];

function list(group: Command, context: CommandContext): void {
  const command = group
    .command("list")
    .description("List running jobs, and jobs that ended since the gateway started.");
  withExamples(withJson(withConnection(command)), "parley jobs list");
  command.action(async (options: ConnectionOptions & JsonOption) => {
    const { text, body } = await context.api(options).ask<JobList>("GET", "/jobs");
    if (options.json) return printJson(context, text);
    new Table(context, columns).print(body.jobs);
    if (body.jobs.length === 0) printNotice(context, "There are no jobs.");
  });
}

function watch(group: Command, context: CommandContext): void {
  const command = group
    .command("watch")
    .argument("<id>", "of the job, as listed")
    .description("Show a job's progress until it ends; exit code 1 when it fails.");
  withExamples(withJson(withConnection(command)), `parley jobs watch ${exampleJob}`);
  command.action(async (id: string, options: ConnectionOptions & JsonOption) => {
    const { job, text } = await watchJob(context, context.api(options), id);
    if (options.json) return printJson(context, text);
    printLine(context, `The ${job.kind} is done.`);
  });
}
