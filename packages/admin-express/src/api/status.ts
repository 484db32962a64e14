import { type Static, Type } from "typebox";
import { Count, Instant, orNull } from "./fields.ts";

/** Backlog of all lanes of one kind. */
const LaneBacklog = Type.Object({
  lanes: Count,
  waiting: Count,
  oldestAcceptedAt: orNull(Instant),
});

/** Backlog by kind of lane. */
export const Backlog = Type.Object(
  { inbound: LaneBacklog, outbound: LaneBacklog, reports: LaneBacklog, notices: LaneBacklog },
  { title: "Backlog" },
);
export type Backlog = Static<typeof Backlog>;

/** Backlog of one agent app. */
export const BackendBacklog = Type.Object(
  {
    backend: Type.String({ description: "Its name; `default` where there is no router." }),
    inbound: LaneBacklog,
    reports: LaneBacklog,
    notices: LaneBacklog,
  },
  { title: "BackendBacklog" },
);
export type BackendBacklog = Static<typeof BackendBacklog>;

/** A pause that the agent app has asked for. */
const Pause = Type.Object({ backend: Type.String(), since: Instant, until: Instant });

/** State of this node. */
export const Status = Type.Object(
  {
    version: Type.String(),
    startedAt: Instant,
    now: Instant,
    ready: Type.Boolean({ description: "The dispatcher runs and the store can write." }),
    channels: Count,
    backlog: Backlog,
    backends: Type.Array(BackendBacklog, {
      description: "Each agent app, and any other that something waits for.",
    }),
    pauses: Type.Array(Pause, { description: "The agent app has asked to be sent nothing." }),
    deadLetters: Type.Boolean({ description: "There is at least one." }),
    memoryBytes: Type.Integer({ minimum: 0, description: "Resident set of this process." }),
    eventLoopDelayMs: Type.Number({
      minimum: 0,
      description: "99th percentile over the last ten seconds or more.",
    }),
  },
  { title: "Status" },
);
export type Status = Static<typeof Status>;
