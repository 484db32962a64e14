import { type Clock, type Refusal, refuse, type Retention } from "@parley/core";
import { BackupList, BackupRequest } from "../api/backup.ts";
import { Job, JobList, RetentionRequest } from "../api/job.ts";
import type { Backups } from "../backups/backups.ts";
import type { Jobs, Work } from "../jobs.ts";
import { done, json, type Operation, operation, refused } from "../operation.ts";

/** The ports that job operations call. */
export interface WorkPorts {
  readonly retention: Retention;
  readonly clock: Clock;
}

const dayMs = 24 * 60 * 60 * 1_000;
const tag = "work";

/** `/retention`, `/backups` and `/jobs`. @param backups a refusal with the reason when backups are not possible */
export function workOperations(
  { retention, clock }: WorkPorts,
  jobs: Jobs,
  backups: Backups | Refusal,
): readonly Operation[] {
  return [
    operation({
      id: "startRetention",
      method: "POST",
      path: "/retention",
      tag,
      summary: "Erases conversations and messages older than an instant, in the background.",
      body: { schema: RetentionRequest, required: true, judge: "schema" },
      answer: json(202, "The job.", Job),
      refusals: ["jobRunning", "overloaded"],
      isSelfContained: true,
      change: { event: "a retention job was started", fields: (_call, { id }) => ({ jobId: id }) },
      handle: async ({ body }) => {
        const before = instantOf(body, clock.now());
        if (before === null) return refused(refuse("invalidRequest", { detail: oneOfTwo }));
        return jobs.start("retention", null, purge(retention, before));
      },
    }),
    operation({
      id: "startBackup",
      method: "POST",
      path: "/backups",
      tag,
      summary: "Makes a backup of the running gateway, and opens it to verify it.",
      body: { schema: BackupRequest, required: false, judge: "schema" },
      answer: json(202, "The job.", Job),
      refusals: ["noBackups", "jobRunning", "overloaded"],
      isSelfContained: true,
      change: { event: "a backup was started", fields: (_call, { id }) => ({ jobId: id }) },
      handle: async () =>
        "take" in backups
          ? jobs.start("backup", 100, (told, signal) => backups.take(told, signal))
          : refused(backups),
    }),
    operation({
      id: "listBackups",
      method: "GET",
      path: "/backups",
      tag,
      summary: "Finished backups, newest first.",
      answer: json(200, "The backups.", BackupList),
      refusals: ["noBackups", "internal"],
      isSelfContained: true,
      handle: async () =>
        "take" in backups ? done({ backups: await backups.list() }) : refused(backups),
    }),
    operation({
      id: "listJobs",
      method: "GET",
      path: "/jobs",
      tag,
      summary: "Jobs of this node, newest first: running ones, and the last 20 that ended.",
      answer: json(200, "The jobs.", JobList),
      isSelfContained: true,
      handle: async () => done({ jobs: jobs.list() }),
    }),
    operation({
      id: "showJob",
      method: "GET",
      path: "/jobs/:id",
      tag,
      summary: "Progress of one job.",
      answer: json(200, "The job.", Job),
      refusals: ["unknownJob"],
      isSelfContained: true,
      handle: async ({ params }) => {
        const job = jobs.find(params["id"] ?? "");
        return job === null ? refused(refuse("unknownJob")) : done(job);
      },
    }),
  ];
}

const oneOfTwo =
  "Expected either olderThanDays or before; before is in epoch milliseconds and not in the future";

function instantOf({ olderThanDays, before }: RetentionRequest, now: number): number | null {
  if ((olderThanDays === undefined) === (before === undefined)) return null;
  const instant = before ?? Math.max(0, Math.floor(now - (olderThanDays ?? 0) * dayMs));
  return instant > now ? null : instant;
}

function purge(retention: Retention, before: number): Work {
  return (told, signal) =>
    retention.purge(before, { signal, onStep: ({ conversations }) => told(conversations) });
}
