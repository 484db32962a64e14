import type { Backup, BackupList, Job } from "@parley/admin-express/api";
import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { type ConnectionOptions, withConnection } from "../http/connection.ts";
import { withExamples } from "../input/examples.ts";
import { type Fact, printFacts } from "../output/facts.ts";
import { instantText } from "../input/instants.ts";
import { watchJob } from "../http/jobs.ts";
import { type JsonOption, printJson, withJson } from "../output/json-output.ts";
import { printNotice } from "../output/print-line.ts";
import { type Column, Table } from "../output/table.ts";

/** `parley backup` */
export function backupCommand(program: Command, context: CommandContext): void {
  const command = program
    .command("backup")
    .description("Back up all data of the running gateway, and open the copy to verify it.");
  withExamples(withJson(withConnection(command)), "parley backup", "parley backup --json");
  command.action(async (options: ConnectionOptions & JsonOption) => {
    const client = context.api(options);
    const begun = await client.ask<Job>("POST", "/backups", { body: {} });
    const { job, text } = await watchJob(context, client, begun.body.id);
    if (options.json) printJson(context, text);
    else printFacts(context, factsOf(job.result as Backup));
  });
}

/** `parley backups list` */
export function backupsCommand(program: Command, context: CommandContext): void {
  const group = program.command("backups").description("Backups of this gateway.");
  const command = group.command("list").description("List backups, newest first.");
  withExamples(withJson(withConnection(command)), "parley backups list");
  command.action(async (options: ConnectionOptions & JsonOption) => {
    const { text, body } = await context.api(options).ask<BackupList>("GET", "/backups");
    if (options.json) return printJson(context, text);
    new Table(context, columns).print(body.backups);
    if (body.backups.length === 0) printNotice(context, "There are no backups.");
  });
}

const columns: readonly Column<Backup>[] = [
  { title: "name", text: ({ name }) => name },
  { title: "taken", text: ({ takenAt }) => instantText(takenAt) },
  { title: "size", text: (backup) => sizeText(bytesOf(backup)) },
  { title: "path", text: ({ path }) => path },
];

function factsOf(backup: Backup): readonly Fact[] {
  return [
    ["backup", backup.path],
    ["taken", instantText(backup.takenAt)],
    ["size", sizeText(bytesOf(backup))],
    ...backup.files.map(({ name, bytes, facts }): Fact => {
      const found = Object.entries(facts).map(([fact, value]) => `${fact} ${value}`);
      return [name, [sizeText(bytes), ...found].join(", ")];
    }),
  ];
}

function bytesOf({ files }: Backup): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function sizeText(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB"] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`;
}
