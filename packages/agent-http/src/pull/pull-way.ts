import type { PluginServices } from "@parley/core";
import type { EventWay } from "../event-way.ts";
import { pullRoutes } from "../routes/pull-routes.ts";
import { Acknowledgements } from "./acknowledgements.ts";
import { Claims } from "./claims.ts";
import { DueReadiness } from "./due-readiness.ts";
import { EventReader } from "./event-reader.ts";
import { HeldCalls } from "./held-calls.ts";
import { LaneEvents } from "./lane-events.ts";
import { PollActivity } from "./poll-activity.ts";
import { resumePostponed } from "./postponed-events.ts";
import { diagnosePull } from "./pull-diagnosis.ts";
import { PullDelivery } from "./pull-delivery.ts";
import { WaitingPolls } from "./waiting-polls.ts";

/** The app polls for its events. */
export function pullWay(name: string, services: PluginServices): EventWay {
  const { state, clock, timers, random, readiness, conversations, deliveries } = services;
  const reader = new EventReader(conversations, deliveries);
  const polls = new WaitingPolls(new Claims({ state, reader, clock, random }), timers);
  const held = new HeldCalls(timers);
  const activity = new PollActivity(state, clock);
  const events = new LaneEvents(state, clock);
  const common = { state, held, clock };
  const due = new DueReadiness({ state, readiness, clock });
  const acknowledgements = new Acknowledgements({ ...common, readiness });
  return {
    delivery: new PullDelivery({ ...common, conversations, events, polls, activity, random }),
    routes: pullRoutes({ polls, acknowledgements, activity }),
    resume: async (conversationId) => {
      await resumePostponed(state, conversationId);
      polls.look();
    },
    due: (entry, signal) => due.due(entry, signal),
    diagnose: () => diagnosePull({ name, state, activity, clock }),
  };
}
