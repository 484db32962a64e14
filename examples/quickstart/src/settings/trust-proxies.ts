import { type Logger, plainAddress } from "@parley/core";
import type { Express, RequestHandler } from "express";
import type { Settings } from "./settings.ts";
import { StartError } from "../start-error.ts";

/** `address`: `undefined` when the client has disconnected. */
type Trusts = (address: string | undefined, hop: number) => boolean;

/**
 * Takes client addresses from trusted proxies only. When the setting is missing, logs the first sign of a proxy.
 * `Forwarded` is never read: a proxy that sets `X-Forwarded-For` may pass on a client's `Forwarded`.
 *
 * @throws StartError for a value that Express does not accept
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
  // A proxy may add a port to an address, which Express does not parse.
  const trustsPlain: Trusts = (address, hop) => trusts(plainAddress(address) ?? address, hop);
  app.set("trust proxy", trustsPlain);
}

/** An operator reads the log sooner than the table of settings. */
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
