import type { IncomingMessage } from "node:http";
import type { Receiver } from "../receive/receiver.ts";
import { nodeDelivery } from "./node-handler.ts";

/** The part of a Fastify reply that is used. */
export interface FastifyReplyLike {
  code(status: number): FastifyReplyLike;
  headers(headers: Record<string, string>): FastifyReplyLike;
  send(body: string): unknown;
}

/** The part of a Fastify instance that is used. */
export interface FastifyLike {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parse: (
      request: unknown,
      payload: unknown,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown;
  post(
    path: string,
    handle: (
      request: { readonly raw: IncomingMessage },
      reply: FastifyReplyLike,
    ) => Promise<unknown>,
  ): unknown;
}

/**
 * A plugin for Fastify: `app.register(fastifyReceiver(receiver), { prefix: "/agent-messages" })` handles requests
 * to `/agent-messages/<channel>`. Body parsers of the rest of the application do not change.
 */
export function fastifyReceiver(receiver: Receiver): (app: FastifyLike) => Promise<void> {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.post("/:channel", async ({ raw }, reply) => {
      const { status, headers, body } = await receiver.receive(nodeDelivery(raw));
      return reply.code(status).headers(headers).send(body);
    });
  };
}
