import type { Receiver } from "./receiver.ts";

/** The part of a Hono context that is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** A handler for Hono: `app.post("/agent-messages/:channel", honoHandler(receiver))`. */
export function honoHandler(receiver: Receiver): (context: HonoContext) => Promise<Response> {
  return (context) => receiver(context.req.raw);
}
