import { existsSync } from "node:fs";
import { join } from "node:path";
import { chooseCompressed, nameEncoding } from "./compressed-files.ts";
import express, { type RequestHandler, Router } from "express";

/** Foreign markup cannot run, load or link anything. Pictures and
 * recordings may come from any http(s) address: visitors name them. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http:",
  "media-src https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Only for this host: the console cannot decide for other hosts of the domain. */
const strictTransport = { "Strict-Transport-Security": "max-age=31536000" };

/** Set on every answer of the console. */
export function securityHeaders(baseUrl: string): RequestHandler {
  const headers = {
    "Content-Security-Policy": contentSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(new URL(baseUrl).protocol === "https:" && strictTransport),
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}

/** Nobody may cache the API's answers. */
export const neverStored: RequestHandler = (_request, response, next) => {
  response.setHeader("Cache-Control", "no-store");
  next();
};

/**
 * The built page. Asset names contain a content hash, so assets may be cached for a year. The page itself is always
 * revalidated.
 */
export function pageFiles(directory: string): Router {
  const router = Router();
  const assets = { index: false, redirect: false, fallthrough: true } as const;
  const files = join(directory, "assets");
  router.use(
    "/assets",
    chooseCompressed(files),
    express.static(files, { ...assets, immutable: true, maxAge: "1y", setHeaders: nameEncoding }),
  );
  router.get("/", (_request, response, next) => {
    const file = join(directory, "index.html");
    if (!existsSync(file)) return next();
    response.sendFile(file, { cacheControl: false, headers: { "Cache-Control": "no-cache" } });
  });
  return router;
}
