import { type TObject, Type } from "typebox";
import {
  ConversationErased,
  MessageDelivered,
  MessageReport,
  OwnerChanged,
  VisitorMessage,
  VisitorTyping,
} from "../events/agent-event.ts";
import type { Acknowledgements } from "../pull/acknowledgements.ts";
import type { PollActivity } from "../pull/poll-activity.ts";
import type { WaitingPolls } from "../pull/waiting-polls.ts";
import { answered, type Route, route } from "./route.ts";

const usual = { limit: 20, waitSeconds: 8, leaseSeconds: 60 };

const PollEvents = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: usual.limit })),
    waitSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 8, default: usual.waitSeconds }),
    ),
    leaseSeconds: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 600, default: usual.leaseSeconds }),
    ),
  },
  {
    additionalProperties: false,
    title: "PollEvents",
    description:
      "Waits that long for the first event. What is not acknowledged within `leaseSeconds` is handed out again.",
  },
);

/** An event with the token of its acknowledgement. */
const handed = (event: TObject, title: string) =>
  Type.Object(
    {
      ...event.properties,
      token: Type.String({ description: "For POST /events/acknowledge." }),
    },
    { title },
  );

const PolledEvents = Type.Object(
  {
    events: Type.Array(
      Type.Union([
        handed(VisitorMessage, "HandedMessage"),
        handed(MessageReport, "HandedReport"),
        handed(MessageDelivered, "HandedDeliveredNotice"),
        handed(OwnerChanged, "HandedOwnerChange"),
        handed(ConversationErased, "HandedErasure"),
        VisitorTyping,
      ]),
    ),
  },
  { title: "PolledEvents" },
);

const AcknowledgeEvents = Type.Object(
  {
    events: Type.Array(
      Type.Object(
        {
          id: Type.String({ minLength: 1, maxLength: 255 }),
          token: Type.String({ minLength: 1, maxLength: 255 }),
          outcome: Type.Optional(Type.Enum(["taken", "rejected", "later"], { default: "taken" })),
          reason: Type.Optional(Type.String({ maxLength: 1_000 })),
          inSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600, default: 10 })),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: 100,
        description: "1 to 100 objects with id, token and the outcome of an event are expected",
      },
    ),
  },
  {
    additionalProperties: false,
    title: "AcknowledgeEvents",
    description:
      "`taken`: the app has the event durably. `rejected`: it will never take it; `reason` says why. `later`: it is handed out again after `inSeconds`.",
  },
);

const AcknowledgedEvents = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        id: Type.String(),
        result: Type.Enum(["settled", "expired", "unknown"], {
          description:
            "`expired`: the event was handed out again, with another token. `unknown`: never handed out with this token, or not remembered.",
        }),
      }),
      { description: "In the order of the request." },
    ),
  },
  { title: "AcknowledgedEvents" },
);

interface PullRoutesPorts {
  readonly polls: WaitingPolls;
  readonly acknowledgements: Acknowledgements;
  readonly activity: PollActivity;
}

/** The routes of an app that asks for its events. */
export function pullRoutes({
  polls,
  acknowledgements,
  activity,
}: PullRoutesPorts): readonly Route[] {
  return [
    route({
      id: "pollEvents",
      method: "POST",
      path: "/events/poll",
      summary: "Hands out events: of each conversation one message at a time, in order.",
      body: PollEvents,
      answers: [{ status: 200, description: "Events, or none.", schema: PolledEvents }],
      handle: async ({ body, left }) => {
        const { limit, waitSeconds, leaseSeconds } = { ...usual, ...body };
        void activity.noted();
        const events = await polls.poll({
          limit,
          waitMs: 1_000 * waitSeconds,
          leaseMs: 1_000 * leaseSeconds,
          ...(left !== undefined && { left }),
        });
        await activity.noted();
        return answered(200, { events });
      },
    }),
    route({
      id: "acknowledgeEvents",
      method: "POST",
      path: "/events/acknowledge",
      summary: "Says what became of events. Until then, later ones of their conversation wait.",
      body: AcknowledgeEvents,
      answers: [{ status: 200, description: "A result for each.", schema: AcknowledgedEvents }],
      handle: async ({ body: { events } }) => {
        const noted = activity.noted();
        const results = await Promise.all(
          events.map(async (one) => ({ id: one.id, result: await acknowledgements.settle(one) })),
        );
        await noted;
        return answered(200, { results });
      },
    }),
  ];
}
