/** One metric of the page. Names end in their unit; on the page, counters also end in `_total`. */
export interface MetricRow {
  /** `total`: a counter whose value is read at each scrape. */
  readonly kind: "counter" | "total" | "histogram" | "gauge";
  /** The name as registered, without the `_total` that the page adds to counters. */
  readonly name: string;
  readonly unit?: "seconds" | "bytes";
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const counter = (name: string, help: string, ...labels: string[]) =>
  ({ kind: "counter", name: `parley_${name}`, help, labels, ...unitOf(name) }) as const;

const total = (name: string, help: string, ...labels: string[]) =>
  ({ kind: "total", name: `parley_${name}`, help, labels, ...unitOf(name) }) as const;

const gauge = (name: string, help: string, ...labels: string[]) =>
  ({ kind: "gauge", name: `parley_${name}`, help, labels, ...unitOf(name) }) as const;

const histogram = (name: string, help: string, buckets: readonly number[], ...labels: string[]) =>
  ({ kind: "histogram", name: `parley_${name}`, help, buckets, labels, ...unitOf(name) }) as const;

function unitOf(name: string): { readonly unit?: "seconds" | "bytes" } {
  if (name.endsWith("_seconds")) return { unit: "seconds" };
  return name.endsWith("_bytes") ? { unit: "bytes" } : {};
}

const untilHour = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];
/** Ticks are at 3, 6 and 9 s, and up to twenty messages may wait ahead. */
const untilLaneEnd = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.9, 4, 5.9, 7, 9, 10, 30, 60, 180];
const untilDeadline = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.9, 5, 10];
const untilSlow = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const untilBatchFull = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** Every metric of a gateway. A test checks the table in METRICS.md against it. */
export const metricTable = Object.freeze({
  accepted: counter("messages_accepted", "Visitors' messages stored.", "channel"),
  opened: counter("conversations_opened", "Conversations opened by a first message.", "channel"),
  warnings: counter(
    "message_warnings",
    "Dropped or shortened fields of accepted messages.",
    "channel",
  ),
  repeated: counter(
    "messages_repeated",
    "Clients' retries, answered and not stored again.",
    "channel",
  ),
  refused: counter(
    "messages_refused",
    "Refused visitors' messages, by error code.",
    "channel",
    "code",
  ),
  turnedAway: counter(
    "requests_turned_away",
    "Requests with an unknown channel or a wrong channel secret.",
  ),
  queued: counter(
    "replies_queued",
    "Agents' messages stored for sending, including those sent again.",
    "channel",
  ),
  notQueued: counter("replies_refused", "Refused agents' messages, by error code.", "code"),
  attempts: counter(
    "attempts",
    "Ended attempts, by agent app, lane kind and outcome.",
    "channel",
    "backend",
    "kind",
    "outcome",
  ),
  postponed: counter(
    "events_postponed",
    "Calls that an agent app answered with a pause, by lane kind and scope.",
    "channel",
    "backend",
    "kind",
    "scope",
  ),
  delivered: counter(
    "deliveries_delivered",
    "Successful deliveries, by agent app and lane kind.",
    "channel",
    "backend",
    "kind",
  ),
  failed: counter(
    "deliveries_failed",
    "Failed deliveries, by agent app, lane kind and reason.",
    "channel",
    "backend",
    "kind",
    "reason",
  ),
  deadLetters: counter(
    "dead_letters",
    "Visitors' messages set aside because the agent app cannot process them.",
    "channel",
    "backend",
    "reason",
  ),
  ownerChanges: counter(
    "owner_changes",
    "Changes of a conversation's owner, by what happened.",
    "name",
  ),
  storeFailures: counter(
    "store_failures",
    "Failed commits, by operation and error code.",
    "operation",
  ),
  stale: counter(
    "settlements_stale",
    "Settlements refused because another node holds the lane.",
    "kind",
  ),
  standstills: counter("standstills", "Pauses of the process of more than a second."),
  stoodStill: counter("standstill_seconds", "Total time of pauses of more than a second."),
  timeToAgent: histogram(
    "time_to_agent_seconds",
    "Time from a visitor's message accepted until the agent app accepted it.",
    untilHour,
    "channel",
    "backend",
  ),
  timeToVisitor: histogram(
    "time_to_visitor_seconds",
    "Time from an agent's message accepted until the integrating system acknowledged it.",
    untilLaneEnd,
    "channel",
  ),
  attemptTook: histogram(
    "attempt_duration_seconds",
    "Duration of attempts, by agent app and lane kind.",
    untilDeadline,
    "backend",
    "kind",
  ),
  commitTook: histogram(
    "commit_duration_seconds",
    "Duration of one group commit in the store.",
    untilSlow,
  ),
  commitSize: histogram(
    "commit_batch_entries",
    "Entries of one group commit: appended messages and settled attempts.",
    untilBatchFull,
    "entry",
  ),
  lanes: gauge("lanes", "Lanes with waiting deliveries, by lane kind.", "kind"),
  laneDepth: gauge("lane_depth", "Deliveries waiting, by lane kind.", "kind"),
  laneAge: gauge("lane_age_seconds", "Age of the oldest waiting delivery, by lane kind.", "kind"),
  backendLanes: gauge(
    "backend_lanes",
    "Lanes of an agent app with waiting deliveries, by lane kind.",
    "backend",
    "kind",
  ),
  backendLaneDepth: gauge(
    "backend_lane_depth",
    "Deliveries waiting for an agent app, by lane kind.",
    "backend",
    "kind",
  ),
  backendLaneAge: gauge(
    "backend_lane_age_seconds",
    "Age of the oldest delivery that waits for an agent app, by lane kind.",
    "backend",
    "kind",
  ),
  spans: counter(
    "spans",
    "Trace spans by result: recorded or dropped, then exported or failed.",
    "result",
  ),
  loopDelay: gauge(
    "event_loop_delay_seconds",
    "Event-loop delay since the last scrape.",
    "quantile",
  ),
  memory: gauge("process_memory_bytes", "Memory of the process, by area.", "area"),
  processorTime: total("process_cpu_seconds", "Processor time of the process since its start."),
  startTime: gauge("process_start_time_seconds", "When the process started, in Unix time."),
}) satisfies Readonly<Record<string, MetricRow>>;

/** Name of a row of `metricTable`. */
export type MetricName = keyof typeof metricTable;

/** The name on the page for Prometheus. */
export function pageNameOf({ kind, name }: MetricRow): string {
  return kind === "counter" || kind === "total" ? `${name}_total` : name;
}
