import type { ChannelAnswer } from "@parley/core";
import { type Request, type Response, Router } from "express";
import { viewOfChannel, viewOfIssued } from "./channel-view.ts";
import type { ConsoleParts } from "../console-parts.ts";
import { invalidRequest, methodNotAllowed, sendRefusal, unknownChannel } from "../http/failure.ts";
import { accountOf, adminsOnly } from "../http/guards.ts";
import { fieldsOf } from "../http/request-body.ts";

export type ChannelRoutesParts = Pick<
  ConsoleParts,
  "channels" | "channelAdmin" | "clock" | "logger" | "ingressUrl"
>;

/** Channel management for admins. Core validates every change. */
export function channelRoutes(parts: ChannelRoutesParts): Router {
  const { channels, channelAdmin, clock, ingressUrl } = parts;
  const router = Router();
  const settle = settling(parts);

  router
    .route("/channels")
    .all(adminsOnly)
    .get(async (_request, response) => {
      const now = clock.now();
      const views = (await channels.list()).map((channel) => viewOfChannel(channel, now));
      response.json({ channels: views });
    })
    .post(async (request, response) => {
      const answer = await channelAdmin.add(request.body);
      settle(
        response,
        answer,
        "added",
        ({ channel }) => channel.id,
        (issued) => response.status(201).json(viewOfIssued(issued, ingressUrl, clock.now())),
      );
    })
    .all(methodNotAllowed("GET, POST"));

  router
    .route("/channels/:id")
    .all(adminsOnly)
    .get(async (request, response) => {
      const channel = await channels.find(idOf(request));
      if (channel === null) return sendRefusal(response, unknownChannel);
      response.json(viewOfChannel(channel, clock.now()));
    })
    .patch(async (request, response) => {
      const answer = await channelAdmin.change(idOf(request), request.body);
      settle(
        response,
        answer,
        "changed",
        ({ id }) => id,
        (channel) => response.json(viewOfChannel(channel, clock.now())),
      );
    })
    .delete(async (request, response) => {
      const id = idOf(request);
      const answer = await channelAdmin.remove(id);
      settle(
        response,
        answer,
        "removed",
        () => id,
        () => response.status(204).end(),
      );
    })
    .all(methodNotAllowed("GET, PATCH, DELETE"));

  router
    .route("/channels/:id/rotate")
    .all(adminsOnly)
    .post(async (request, response) => {
      const overlapMs = overlapFrom(request);
      if (overlapMs === null) return sendRefusal(response, invalidNow);
      const answer = await channelAdmin.rotate(idOf(request), overlapMs);
      settle(
        response,
        answer,
        "rotated",
        ({ channel }) => channel.id,
        (issued) => response.json(viewOfIssued(issued, ingressUrl, clock.now())),
      );
    })
    .all(methodNotAllowed("POST"));

  router
    .route("/channels/:id/signing")
    .all(adminsOnly)
    .post(async (request, response) => {
      const overlapMs = overlapFrom(request);
      if (overlapMs === null) return sendRefusal(response, invalidNow);
      const answer = await channelAdmin.sign(idOf(request), overlapMs);
      settle(
        response,
        answer,
        "signed",
        ({ channel }) => channel.id,
        (issued) => {
          const view = viewOfChannel(issued.channel, clock.now());
          response.json({ ...view, signingKey: issued.signingKey });
        },
      );
    })
    .delete(async (request, response) => {
      const id = idOf(request);
      const answer = await channelAdmin.unsign(id);
      settle(
        response,
        answer,
        "unsigned",
        () => id,
        () => response.status(204).end(),
      );
    })
    .all(methodNotAllowed("POST, DELETE"));

  return router;
}

const invalidNow = invalidRequest("now", "true, false or nothing is expected");

function idOf(request: Request): string {
  return String(request.params["id"]);
}

/** `{now: true}` ends the old addresses at once. `null` for an invalid body. */
function overlapFrom(request: Request): number | undefined | null {
  const { now } = fieldsOf(request);
  if (now === true) return 0;
  return now === undefined || now === false ? undefined : null;
}

function settling({ logger }: ChannelRoutesParts) {
  return <Value>(
    response: Response,
    answer: ChannelAnswer<Value>,
    done: string,
    idFrom: (value: Value) => string,
    show: (value: Value) => unknown,
  ): void => {
    if (!answer.done) return sendRefusal(response, answer.refusal);
    const channelId = idFrom(answer.value);
    logger.info(`a channel was ${done}`, { channelId, by: accountOf(response).id });
    show(answer.value);
  };
}
