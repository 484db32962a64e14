import type { PluginServices } from "@parley/core";
import { Acknowledgements } from "./acknowledgements.ts";
import { Claims } from "./claims.ts";
import { EventReader } from "./event-reader.ts";
import { HeldCalls } from "./held-calls.ts";
import { PollActivity } from "./poll-activity.ts";
import { resumePostponed } from "./postponed-events.ts";
import { PullDelivery } from "./pull-delivery.ts";
import { WaitingPolls } from "./waiting-polls.ts";

/** The parts that serve an app which asks for its events. */
export interface PullQueue {
  readonly delivery: PullDelivery;
  readonly polls: WaitingPolls;
  readonly acknowledgements: Acknowledgements;
  readonly activity: PollActivity;
  readonly resume: (conversationId: string | undefined) => Promise<void>;
}

export function pullQueue(services: PluginServices): PullQueue {
  const { state, clock, timers, random, readiness, conversations, deliveries } = services;
  const reader = new EventReader(conversations, deliveries);
  const polls = new WaitingPolls(new Claims({ state, reader, clock, random }), timers);
  const held = new HeldCalls(clock, timers);
  const activity = new PollActivity(state, clock);
  const common = { state, held, clock };
  return {
    polls,
    activity,
    delivery: new PullDelivery({ ...common, conversations, polls, activity, random }),
    acknowledgements: new Acknowledgements({ ...common, readiness }),
    resume: async (conversationId) => {
      await resumePostponed(state, conversationId);
      polls.look();
    },
  };
}
