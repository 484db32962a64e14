import { type Conversations, type Readiness, refuse } from "@parley/core";
import { Type } from "typebox";
import type { StatedAvailabilities } from "../availability.ts";
import { Instant } from "../events/fields.ts";
import { findConversation } from "../find-conversation.ts";
import { answered, refused, type Route, route } from "./route.ts";

const PutAvailability = Type.Object(
  {
    available: Type.Boolean(),
    forSeconds: Type.Integer({ minimum: 5, maximum: 3_600 }),
    channels: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" }), {
        maxItems: 100,
        description: "At most 100 ids of channels are expected",
      }),
    ),
  },
  {
    additionalProperties: false,
    title: "PutAvailability",
    description: "Without `channels`, it is said of all. What was said before is replaced.",
  },
);

const AvailabilityStated = Type.Object({ until: Instant }, { title: "AvailabilityStated" });

/** Whether agents are there. */
export function availabilityRoute(availabilities: StatedAvailabilities): Route {
  return route({
    id: "putAvailability",
    method: "PUT",
    path: "/availability",
    summary: "Says whether agents are there. Once the time is over, they count as gone.",
    body: PutAvailability,
    answers: [{ status: 200, description: "It counts until then.", schema: AvailabilityStated }],
    handle: async ({ body }) => answered(200, { until: await availabilities.state(body) }),
  });
}

const PostReady = Type.Object(
  { conversationId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) },
  { additionalProperties: false, title: "PostReady" },
);

interface ReadyPorts {
  readonly conversations: Conversations;
  readonly readiness: Readiness;
  /** Ends what the app has postponed itself. */
  readonly resume: (conversationId: string | undefined) => Promise<void>;
}

/** The app takes events again, earlier than it said. */
export function readyRoute({ conversations, readiness, resume }: ReadyPorts): Route {
  return route({
    id: "postReady",
    method: "POST",
    path: "/ready",
    summary: "Ends the pauses that the app asked for: all of them, or those of a conversation.",
    body: PostReady,
    answers: [{ status: 204, description: "They end within a second.", schema: null }],
    refusals: ["unknownConversation"],
    handle: async ({ body: { conversationId } }) => {
      const isUnknown =
        conversationId !== undefined &&
        (await findConversation(conversations, conversationId)) === null;
      if (isUnknown) return refused(refuse("unknownConversation"));
      await resume(conversationId);
      readiness.ready(conversationId);
      return answered(204, null);
    },
  });
}
