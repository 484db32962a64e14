import { type Logger, plainAddress } from "@parley/core";
import type { Express, RequestHandler } from "express";
import type { Settings } from "./settings.ts";
import { StartError } from "../start-error.ts";

/** `address`: `undefined` where a client has left. */
type Trusts = (address: string | undefined, hop: number) => boolean;

/**
 * Has an app take a client's address from the proxies that are trusted; where nobody said whether there are any, the log
 * tells when one shows. `Forwarded` is never read: a proxy that writes `X-Forwarded-For` may pass on a client's own.
 *
 * @throws StartError for a value that Express does not know
 */
export function trustProxies(
  app: Express,
  value: Settings["trustProxy"],
  logger: Pick<Logger, "warn">,
): void {
  if (value === null) return void app.use(unknownProxy(logger));
  try {
    app.set("trust proxy", value);
  } catch (error) {
    throw new StartError(
      "PARLEY_TRUST_PROXY must be a number of proxies, or their addresses and CIDR blocks between commas.",
      error,
    );
  }
  const trusts = app.get("trust proxy fn") as Trusts;
  // A proxy may write its neighbour's address with a port, which Express does not read.
  const trustsPlain: Trusts = (address, hop) => trusts(plainAddress(address) ?? address, hop);
  app.set("trust proxy", trustsPlain);
}

/** Somebody whose proxy stands before this host reads the log sooner than the table of settings. */
function unknownProxy(logger: Pick<Logger, "warn">): RequestHandler {
  let told = false;
  return (request, _response, next) => {
    if (!told && request.headers["x-forwarded-for"] !== undefined) {
      told = true;
      logger.warn(
        "x-forwarded-for was received, but PARLEY_TRUST_PROXY is not set: behind a proxy all visitors share its address",
      );
    }
    next();
  };
}
