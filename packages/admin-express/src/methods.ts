import { refuse } from "@parley/core";
import type { RequestHandler, Router } from "express";
import { sendRefusal } from "./answer.ts";

/** Handlers of one path by method. */
export type Methods = Readonly<
  Partial<Record<"GET" | "POST" | "PATCH" | "DELETE", RequestHandler<Record<string, string>>>>
>;

/** Serves one path; every other method gets 405 with `Allow`. */
export function methods(router: Router, path: string, handlers: Methods): void {
  const allow = Object.keys(handlers).join(", ");
  router.all(path, async (request, response, next) => {
    const handler = handlers[request.method as keyof Methods];
    if (handler === undefined) {
      return sendRefusal(response, refuse("methodNotAllowed", { allow }));
    }
    await handler(request as Parameters<typeof handler>[0], response, next);
  });
}
