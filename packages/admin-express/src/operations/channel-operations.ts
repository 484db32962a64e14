import {
  type ChannelAdmin,
  type ChannelAnswer,
  type Channels,
  type LogFields,
  refuse,
} from "@parley/core";
import {
  ChannelList,
  ChannelPatch,
  ChannelView,
  IssuedChannelView,
  NewChannel,
  Rotation,
  SignedChannelView,
} from "../api/channel.ts";
import { issuedViewOf, signedViewOf, viewOf } from "../views/channel-view.ts";
import {
  type Call,
  done,
  json,
  nothing,
  type Operation,
  operation,
  refused,
  type Result,
} from "../operation.ts";

/** The ports that channel operations call. */
export interface ChannelPorts {
  readonly channels: Channels;
  readonly channelAdmin: ChannelAdmin;
}

const tag = "channels";

/** `/channels` and paths below it. Core validates new settings with its own messages. */
export function channelOperations(
  { channels, channelAdmin }: ChannelPorts,
  publicUrl: string,
): readonly Operation[] {
  return [
    operation({
      id: "listChannels",
      method: "GET",
      path: "/channels",
      tag,
      summary: "All channels, oldest first.",
      answer: json(200, "The channels.", ChannelList),
      handle: async () => done({ channels: (await channels.list()).map(viewOf) }),
    }),
    operation({
      id: "addChannel",
      method: "POST",
      path: "/channels",
      tag,
      summary: "Adds a channel. Its addresses are shown this once.",
      body: { schema: NewChannel, required: true, judge: "core" },
      answer: json(201, "The channel and its addresses.", IssuedChannelView),
      refusals: ["invalidChannel", "channelExists"],
      change: { event: "a channel was added", fields: (_call, { id }) => ({ channelId: id }) },
      handle: async ({ body }) =>
        shown(await channelAdmin.add(body), (issued) => issuedViewOf(issued, publicUrl)),
    }),
    operation({
      id: "showChannel",
      method: "GET",
      path: "/channels/:id",
      tag,
      summary: "One channel.",
      answer: json(200, "The channel.", ChannelView),
      refusals: ["unknownChannel"],
      handle: async ({ params }) => {
        const channel = await channels.find(params["id"] ?? "");
        return channel === null ? refused(refuse("unknownChannel")) : done(viewOf(channel));
      },
    }),
    operation({
      id: "changeChannel",
      method: "PATCH",
      path: "/channels/:id",
      tag,
      summary: "Changes the given fields and keeps the others.",
      body: { schema: ChannelPatch, required: true, judge: "core" },
      answer: json(200, "The channel as it is now.", ChannelView),
      refusals: ["invalidChannel", "unknownChannel", "conflict"],
      change: { event: "a channel was changed", fields: namedChannel },
      handle: async ({ params, body }) =>
        shown(await channelAdmin.change(params["id"] ?? "", body), viewOf),
    }),
    operation({
      id: "removeChannel",
      method: "DELETE",
      path: "/channels/:id",
      tag,
      summary:
        "Removes a channel. Its addresses answer 404 at once, and its waiting messages fail.",
      answer: nothing("It is gone."),
      refusals: ["unknownChannel"],
      change: { event: "a channel was removed", fields: namedChannel },
      handle: async ({ params }) =>
        shown(await channelAdmin.remove(params["id"] ?? ""), () => null),
    }),
    operation({
      id: "rotateChannel",
      method: "POST",
      path: "/channels/:id/rotate",
      tag,
      summary:
        "Issues new addresses. The old ones stay valid for 24 hours, or end at once with `now`.",
      body: { schema: Rotation, required: false, judge: "schema" },
      answer: json(200, "The channel and its new addresses.", IssuedChannelView),
      refusals: ["unknownChannel", "conflict", "tooManyCount"],
      change: { event: "a channel secret was rotated", fields: namedChannel },
      handle: async ({ params, body }) => {
        const answer = await channelAdmin.rotate(params["id"] ?? "", overlapOf(body));
        return shown(answer, (issued) => issuedViewOf(issued, publicUrl));
      },
    }),
    operation({
      id: "signChannel",
      method: "POST",
      path: "/channels/:id/signing",
      tag,
      summary:
        "Signs agent messages with a new key, shown only here. An old key signs 24 hours more, or ends at once with `now`.",
      body: { schema: Rotation, required: false, judge: "schema" },
      answer: json(200, "The channel and its signing key.", SignedChannelView),
      refusals: ["unknownChannel", "conflict", "tooManyCount"],
      change: { event: "a channel got a signing key", fields: namedChannel },
      handle: async ({ params, body }) =>
        shown(await channelAdmin.sign(params["id"] ?? "", overlapOf(body)), signedViewOf),
    }),
    operation({
      id: "unsignChannel",
      method: "DELETE",
      path: "/channels/:id/signing",
      tag,
      summary: "Stops signing agent messages.",
      answer: nothing("Agent messages are no longer signed."),
      refusals: ["unknownChannel", "conflict"],
      change: { event: "a channel's messages are no longer signed", fields: namedChannel },
      handle: async ({ params }) =>
        shown(await channelAdmin.unsign(params["id"] ?? ""), () => null),
    }),
  ];
}

/** Log fields of an existing channel, after a change to it. */
function namedChannel({ params }: Call<unknown, unknown>): LogFields {
  return { channelId: params["id"] };
}

function shown<Value, View>(
  answer: ChannelAnswer<Value>,
  view: (value: Value) => View,
): Result<View> {
  return answer.done ? done(view(answer.value)) : refused(answer.refusal);
}

/** @returns `undefined` for core's default. The body may be absent. */
function overlapOf(body: Rotation | undefined): 0 | undefined {
  return body?.now === true ? 0 : undefined;
}
