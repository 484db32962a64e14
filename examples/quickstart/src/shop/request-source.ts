import type { Request, RequestHandler } from "express";

/** For the shop's page: another site in the same browser must not write in the visitor's name. */
export const ownPageOnly: RequestHandler = (request, response, next) => {
  const site = request.get("sec-fetch-site") ?? "same-origin";
  if (isNamedAsItself(request) && (site === "same-origin" || site === "none")) return next();
  response.status(403).json({ error: { message: "Only the shop's own page may call this." } });
};

/** For the gateway: no browser page, not even the shop's own, may write in an agent's name. */
export const serversOnly: RequestHandler = (request, response, next) => {
  const fromPage = ["origin", "sec-fetch-site"].some((name) => request.get(name) !== undefined);
  if (isNamedAsItself(request) && !fromPage) return next();
  response
    .status(403)
    .json({ error: { code: 3, message: "Only servers may call this, not web pages." } });
};

/** DNS rebinding: a foreign name may point at this machine. */
function isNamedAsItself(request: Request): boolean {
  return /^(127\.0\.0\.1|localhost):\d+$/.test(request.get("host") ?? "");
}
