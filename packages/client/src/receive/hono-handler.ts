import type { Receiver } from "./receiver.ts";

/** What a handler of Hono is given, as far as it is used. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** For Hono: `app.post("/agent-messages/:channel", honoHandler(receiver))`. */
export function honoHandler(receiver: Receiver): (context: HonoContext) => Promise<Response> {
  return (context) => receiver(context.req.raw);
}
