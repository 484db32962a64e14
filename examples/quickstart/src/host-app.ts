import { adminExpress, bearerToken } from "@parley/admin-express";
import type { ConsoleApp } from "@parley/agent-console";
import { type Gateway, type Logger, refusalBody, refuse } from "@parley/core";
import { doorsExpress, ingressExpress } from "@parley/ingress-express";
import type { Telemetry } from "@parley/telemetry";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Settings } from "./settings/settings.ts";
import { trustProxies } from "./settings/trust-proxies.ts";

export interface HostAppParts {
  readonly gateway: Gateway;
  readonly consoleApp: ConsoleApp;
  readonly telemetry: Telemetry;
  /** Whether `/metrics` is readable without the admin token. */
  readonly publicMetrics: boolean;
  readonly logger: Logger;
  readonly adminToken: string;
  readonly publicUrl: string;
  /** Origin of the console, the admin API and the metrics. */
  readonly peopleUrl: string;
  readonly trustProxy: Settings["trustProxy"];
  /** Directory of backups, and the host's files to include; `null`: the database server makes backups. */
  readonly backups: { readonly directory: string; readonly files: readonly string[] } | null;
  /** Aborted when the host begins to stop. */
  readonly stopping: AbortSignal;
}

/** What an address serves: the endpoints for other systems, the pages for people, or both. */
export type Audience = "systems" | "people" | "all";

/** The app of one address. Health checks are answered at every address. */
export function hostApp(parts: HostAppParts, audience: Audience): Express {
  const { gateway, logger, trustProxy } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  trustProxies(app, trustProxy, logger);

  if (audience !== "people") mountEndpoints(app, parts);
  app.use(hostRequired);
  if (audience !== "systems") mountPages(app, parts);
  app.get("/healthz", (_request, response) => {
    response.set("Cache-Control", "no-store").json({ status: "ok" });
  });
  app.get("/readyz", async (_request, response) => {
    const ready = await gateway.ready();
    response
      .status(ready ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json({ ready });
  });
  app.use(nothingHere);
  app.use(failed(logger));
  return app;
}

/** The ingress, and the doors of plugins, to which agent apps post. */
function mountEndpoints(app: Express, { gateway, logger, publicUrl }: HostAppParts): void {
  app.use("/chat", ingressExpress(gateway.inbox, { logger }));
  app.use("/agents", doorsExpress(gateway.doors, { publicUrl, logger }));
}

/** The admin API, the metrics and the console. */
function mountPages(app: Express, parts: HostAppParts): void {
  const { gateway, consoleApp, logger, adminToken, publicUrl, backups, stopping } = parts;
  if (parts.peopleUrl.startsWith("https:")) app.use(strictTransport);
  // One guard for both, so that wrong tokens at either are counted together.
  const guard = bearerToken(adminToken);
  const admin = adminExpress(gateway, {
    token: adminToken,
    guard,
    publicUrl: `${publicUrl}/chat`,
    logger,
    ...(backups !== null && { backupDirectory: backups.directory, backupFiles: backups.files }),
    stopping,
  });
  app.use("/admin/v1", admin);
  const { metricsHandler } = parts.telemetry;
  if (parts.publicMetrics) app.all("/metrics", metricsHandler);
  else app.all("/metrics", guard, metricsHandler);
  app.use("/console", consoleApp.router);
  app.get("/", (_request, response) => response.redirect("/console/"));
}

/** Browsers return by TLS, also to the redirect at `/`. */
const strictTransport: RequestHandler = (_request, response, next) => {
  response.set("Strict-Transport-Security", "max-age=31536000");
  next();
};

const hostRequired: RequestHandler = (request, response, next) => {
  if (request.httpVersion !== "1.1" || request.headers.host !== undefined) return next();
  const refusal = refuse("invalidRequest", { detail: "A Host header is required" });
  response.status(refusal.httpStatus).set("X-Content-Type-Options", "nosniff");
  response.json(refusalBody(refusal));
};

const nothingHere: RequestHandler = (_request, response) => {
  response
    .status(404)
    .set("X-Content-Type-Options", "nosniff")
    .json(refusalBody(refuse("notFound")));
};

/** Express's own error page would show the stack. */
function failed(logger: Logger): ErrorRequestHandler {
  return (_error, _request, response, next) => {
    logger.error("a request failed");
    if (response.headersSent) return next(new Error("the answer had begun"));
    response.status(500).json(refusalBody(refuse("internal")));
  };
}
