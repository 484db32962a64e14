import { type ChannelAdmin, type ChannelAnswer, type Channels, refuse } from "@parley/core";
import type { Response, Router } from "express";
import { sendJson, sendNothing, sendRefusal } from "./answer.ts";
import { issuedViewOf, viewOf } from "./channel-view.ts";
import { methods } from "./methods.ts";

/** What the channel routes call. */
export interface ChannelPorts {
  readonly channels: Channels;
  readonly channelAdmin: ChannelAdmin;
}

/** `/channels`, `/channels/:id`, `/channels/:id/rotate`; what is changed is checked by core. */
export function channelRoutes(
  router: Router,
  { channels, channelAdmin }: ChannelPorts,
  publicUrl: string,
): void {
  methods(router, "/channels", {
    GET: async (_request, response) => {
      sendJson(response, 200, { channels: (await channels.list()).map(viewOf) });
    },
    POST: async (request, response) => {
      const answer = await channelAdmin.add(request.body);
      settle(response, answer, (issued) =>
        sendJson(response, 201, issuedViewOf(issued, publicUrl)),
      );
    },
  });
  methods(router, "/channels/:id", {
    GET: async ({ params }, response) => {
      const channel = await channels.find(params["id"] ?? "");
      return channel
        ? sendJson(response, 200, viewOf(channel))
        : sendRefusal(response, refuse("unknownChannel"));
    },
    PATCH: async ({ params, body }, response) => {
      const answer = await channelAdmin.change(params["id"] ?? "", body);
      settle(response, answer, (channel) => sendJson(response, 200, viewOf(channel)));
    },
    DELETE: async ({ params }, response) => {
      settle(response, await channelAdmin.remove(params["id"] ?? ""), () => sendNothing(response));
    },
  });
  methods(router, "/channels/:id/rotate", {
    POST: async ({ params, body }, response) => {
      const now = readNow(body);
      if (now === null) {
        return sendRefusal(
          response,
          refuse("invalidRequest", { field: "now", detail: "Expected true, false or nothing" }),
        );
      }
      const answer = await channelAdmin.rotate(params["id"] ?? "", now ? 0 : undefined);
      settle(response, answer, (issued) =>
        sendJson(response, 200, issuedViewOf(issued, publicUrl)),
      );
    },
  });
}

function settle<Value>(
  response: Response,
  answer: ChannelAnswer<Value>,
  show: (value: Value) => void,
): void {
  if (answer.done) {
    show(answer.value);
  } else {
    sendRefusal(response, answer.refusal);
  }
}

/** `{now?: boolean}` or no body at all; `null` for anything else: a rotation on a misread wish is a lock-out. */
function readNow(body: unknown): boolean | null {
  if (body === undefined) {
    return false;
  }
  if (
    typeof body !== "object" ||
    body === null ||
    Object.keys(body).some((name) => name !== "now")
  ) {
    return null;
  }
  const now = "now" in body ? body.now : false;
  return typeof now === "boolean" ? now : null;
}
