import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { agentMessages } from "./agent-messages.ts";
import { chatApi, type ChatApiParts } from "./chat-api.ts";

/** The built page. */
const pageDirectory = fileURLToPath(new URL("../../dist/shop-page/", import.meta.url));

/** The shop's server: its page, the page's API, and the endpoint for agent messages. */
export function shopApp(parts: ChatApiParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(securityHeaders);
  app.use(agentMessages(parts.visitors, () => parts.trouble.get()));
  app.use("/api", chatApi(parts));
  app.use(express.static(pageDirectory));
  app.use(nothingHere);
  app.use(failed);
  return app;
}

/** Agents' content can be shown, but cannot run or load anything. Images may come from any address. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const securityHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    "Content-Security-Policy": contentSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
  });
  next();
};

const nothingHere: RequestHandler = (_request, response) => {
  response.status(404).json({ error: { code: 404, message: "There is nothing at this address." } });
};

/** Express's own error page would show the stack. */
const failed: ErrorRequestHandler = (error: { status?: number }, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = error.status ?? 500;
  response
    .status(status)
    .json({ error: { code: status, message: "The request could not be read." } });
};
