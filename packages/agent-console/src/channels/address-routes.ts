import { Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import { methodNotAllowed } from "../http/failure.ts";
import { adminsOnly } from "../http/guards.ts";
import { fieldsOf } from "../http/request-body.ts";

/** For the forms of channels: judges an address while an admin types it. Nothing is stored or sent. */
export function addressRoutes({ addressCheck }: Pick<ConsoleParts, "addressCheck">): Router {
  const router = Router();
  router
    .route("/channel-address")
    .all(adminsOnly)
    .post(async (request, response) => {
      const { chatApiUrl, id } = fieldsOf(request);
      // Before a channel has an id, any id makes a readable address.
      const channelId = typeof id === "string" && id !== "" ? id : "channel";
      response.json(await addressCheck.judge(chatApiUrl, channelId));
    })
    .all(methodNotAllowed("POST"));
  return router;
}
