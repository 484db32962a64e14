import { Router } from "express";
import type { ConsoleParts } from "../console-parts.ts";
import { invalidRequest, methodNotAllowed, sendRefusal } from "../http/failure.ts";
import { accountOf, adminsOnly } from "../http/guards.ts";
import { fieldsOf } from "../http/request-body.ts";

const invalidSwitch = invalidRequest("alwaysShowMedia", "true or false is expected");

/** Settings that all agents share: agents read them, admins change them. */
export function settingsRoutes({
  sharedSettings,
  logger,
}: Pick<ConsoleParts, "sharedSettings" | "logger">): Router {
  const router = Router();
  router
    .route("/settings")
    .get(async (_request, response) => {
      response.json(await sharedSettings.read());
    })
    .put(adminsOnly, async (request, response) => {
      const { alwaysShowMedia } = fieldsOf(request);
      if (typeof alwaysShowMedia !== "boolean") return sendRefusal(response, invalidSwitch);
      await sharedSettings.change({ alwaysShowMedia });
      logger.info("the console's settings were changed", { by: accountOf(response).id });
      response.json(await sharedSettings.read());
    })
    .all(methodNotAllowed("GET, PUT"));
  return router;
}
