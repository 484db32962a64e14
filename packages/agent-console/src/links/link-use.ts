import type { Request, Response } from "express";
import type { ConsoleParts } from "../console-parts.ts";

export type LinkRoutesParts = Pick<
  ConsoleParts,
  | "keeper"
  | "people"
  | "presence"
  | "live"
  | "invitations"
  | "passwordLinks"
  | "sessionEnds"
  | "linkLimit"
  | "knownBrowsers"
  | "checks"
  | "logger"
>;

/** Answers the request. Returns `dead` when the token is invalid; then nothing was sent. */
export type LinkUse = (
  parts: LinkRoutesParts,
  token: string,
  request: Request,
  response: Response,
) => Promise<"answered" | "dead">;
