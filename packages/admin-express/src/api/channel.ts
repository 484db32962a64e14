import { ChannelKnobs } from "@parley/core";
import { type Static, Type } from "typebox";
import { ChannelId, Instant } from "./fields.ts";

const knobs = ChannelKnobs.properties;
const chatApiUrl = Type.String({
  maxLength: 2048,
  description:
    "http(s) address of the integrating system; the channel's id is appended as a path segment, or put in the place of {channel}.",
});

/** A channel without its secrets. */
export const ChannelView = Type.Object(
  {
    id: ChannelId,
    chatApiUrl,
    ...knobs,
    signed: Type.Boolean({ description: "Agent messages carry Standard Webhooks headers." }),
    createdAt: Instant,
  },
  { title: "Channel" },
);
export type ChannelView = Static<typeof ChannelView>;

/** A channel that was just added or rotated. Its addresses are shown only here. */
export const IssuedChannelView = Type.Object(
  {
    ...ChannelView.properties,
    ingressUrl: Type.String({ description: "Takes visitor messages. Secret; shown this once." }),
    statusUrl: Type.String({ description: "Answers the status query. Secret; shown this once." }),
  },
  { title: "IssuedChannel" },
);
export type IssuedChannelView = Static<typeof IssuedChannelView>;

/** A channel whose agent messages are signed from now on. The key is shown only here. */
export const SignedChannelView = Type.Object(
  {
    ...ChannelView.properties,
    signingKey: Type.String({
      pattern: "^whsec_",
      description: "Verifies agent messages (Standard Webhooks). Secret; shown this once.",
    }),
  },
  { title: "SignedChannel" },
);
export type SignedChannelView = Static<typeof SignedChannelView>;

export const ChannelList = Type.Object(
  { channels: Type.Array(ChannelView, { description: "Oldest first." }) },
  { title: "ChannelList" },
);
export type ChannelList = Static<typeof ChannelList>;

/** A new channel. Omitted knobs have their defaults. */
export const NewChannel = Type.Object(
  { id: ChannelId, chatApiUrl, ...Type.Partial(ChannelKnobs).properties },
  { additionalProperties: false, title: "NewChannel" },
);
export type NewChannel = Static<typeof NewChannel>;

/** The fields to change. Omitted fields stay as they are. */
export const ChannelPatch = Type.Object(
  { chatApiUrl: Type.Optional(chatApiUrl), ...Type.Partial(ChannelKnobs).properties },
  { additionalProperties: false, title: "ChannelPatch" },
);
export type ChannelPatch = Static<typeof ChannelPatch>;

/** Whether the old secret ends at once, as after a leak, or after 24 hours. */
export const Rotation = Type.Object(
  { now: Type.Optional(Type.Boolean({ default: false })) },
  { additionalProperties: false, title: "Rotation" },
);
export type Rotation = Static<typeof Rotation>;
