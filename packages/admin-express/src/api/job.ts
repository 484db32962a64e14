import { type Static, Type } from "typebox";
import { Backup } from "./backup.ts";
import { Count, Instant, orNull } from "./fields.ts";

/** The age from which everything is erased. Exactly one of the two fields is required. */
export const RetentionRequest = Type.Object(
  {
    olderThanDays: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 36_500,
        description: "Erases conversations without a message for this many days of 24 hours.",
      }),
    ),
    before: Type.Optional(Instant),
  },
  { additionalProperties: false, title: "RetentionRequest" },
);
export type RetentionRequest = Static<typeof RetentionRequest>;

/** What retention erased. */
export const RetentionResult = Type.Object(
  { conversations: Count, messages: Count },
  { title: "RetentionResult" },
);
export type RetentionResult = Static<typeof RetentionResult>;

/** A job of this node. Forgotten when the gateway stops. */
export const Job = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(["retention", "backup"]),
    state: Type.Enum(["running", "done", "failed"]),
    startedAt: Instant,
    endedAt: orNull(Instant),
    done: Type.Number({
      minimum: 0,
      description: "Progress towards `total`: conversations for retention, per cent for a backup.",
    }),
    total: orNull(Count),
    result: Type.Union([RetentionResult, Backup, Type.Null()]),
    error: orNull(Type.String({ description: "Why it failed, as one sentence." })),
  },
  { title: "Job" },
);
export type Job = Static<typeof Job>;

export const JobList = Type.Object(
  { jobs: Type.Array(Job, { description: "Newest first." }) },
  { title: "JobList" },
);
export type JobList = Static<typeof JobList>;
