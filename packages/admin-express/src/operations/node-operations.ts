import {
  type Backlog,
  type Channels,
  type Clock,
  type Deliveries,
  type DeadLetters,
  type Diagnosis,
  type Pauses,
  refuse,
} from "@parley/core";
import { Type } from "typebox";
import { DoctorQuery, Findings } from "../api/doctor.ts";
import { Status } from "../api/status.ts";
import type { EventLoopDelay } from "../event-loop-delay.ts";
import { done, json, type Operation, operation, refused } from "../operation.ts";

/** The ports that operations about this node call. */
export interface NodePorts {
  readonly channels: Channels;
  readonly deliveries: Deliveries;
  readonly deadLetters: DeadLetters;
  readonly diagnosis: Diagnosis;
  readonly pauses: Pick<Pauses, "lasting">;
  /** Names of the agent apps. */
  readonly backends: readonly string[];
  readonly clock: Clock;
  readonly ready: () => Promise<boolean>;
}

interface NodeFacts {
  readonly version: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly delay: EventLoopDelay;
  readonly document: () => unknown;
}

const tag = "node";

/** `/status`, `/doctor` and `/openapi.json`. */
export function nodeOperations(ports: NodePorts, facts: NodeFacts): readonly Operation[] {
  const { channels, diagnosis } = ports;
  return [
    operation({
      id: "showStatus",
      method: "GET",
      path: "/status",
      tag,
      summary: "State of this node, and its backlog.",
      answer: json(200, "The status.", Status),
      handle: async () => done(await statusOf(ports, facts)),
    }),
    operation({
      id: "runDoctor",
      method: "GET",
      path: "/doctor",
      tag,
      summary: "Checks configuration, store, clock and receivers, and gives advice.",
      query: DoctorQuery,
      answer: json(200, "What was found.", Findings),
      refusals: ["unknownChannel"],
      handle: async ({ query: { channel, probe = true }, signal }) => {
        if (channel !== undefined && (await channels.find(channel)) === null)
          return refused(refuse("unknownChannel"));
        const only = channel === undefined ? {} : { channelId: channel };
        return done({ findings: await diagnosis.run({ ...only, probe }, signal) });
      },
    }),
    operation({
      id: "showOpenApi",
      method: "GET",
      path: "/openapi.json",
      tag,
      summary: "This document.",
      answer: json(200, "OpenAPI 3.1.", Type.Record(Type.String(), Type.Unknown())),
      isSelfContained: true,
      handle: async () => done(facts.document() as Record<string, unknown>),
    }),
  ];
}

async function statusOf(ports: NodePorts, facts: NodeFacts) {
  const [ready, channels, backlog, deadLetters] = await Promise.all([
    ports.ready(),
    ports.channels.list(),
    ports.deliveries.backlog(),
    ports.deadLetters.list({ before: null, limit: 1 }),
  ]);
  return {
    version: facts.version,
    startedAt: facts.startedAt,
    now: ports.clock.now(),
    ready,
    channels: channels.length,
    ...backlogViews(backlog, ports.backends),
    pauses: ports.pauses.lasting().map((pause) => ({ ...pause })),
    deadLetters: deadLetters.items.length > 0,
    memoryBytes: process.memoryUsage.rss(),
    eventLoopDelayMs: facts.delay.read(),
  };
}

const nothing = { lanes: 0, waiting: 0, oldestAcceptedAt: null };

/** A backend for which nothing waits may be missing in the store's answer. */
function backlogViews({ backends: own, ...backlog }: Backlog, names: readonly string[]) {
  const all = [...new Set([...names, ...Object.keys(own).toSorted()])];
  const backends = all.map((backend) => {
    const { inbound = nothing, reports = nothing, notices = nothing } = own[backend] ?? {};
    return { backend, inbound, reports, notices };
  });
  return { backlog, backends };
}
