import type { AppServer } from "./app-server.ts";
import { HelpdeskApp } from "./helpdesk-app.ts";
import { HttpApp } from "./http-app.ts";
import { PolledApp } from "./polled-app.ts";

/** A new app of each kind, by what it is. */
export const allApps: readonly (readonly [string, () => AppServer])[] = [
  ["an app behind HTTP", () => new HttpApp()],
  ["an app with conversations and webhooks", () => new HelpdeskApp()],
  ["an app that is polled", () => new PolledApp()],
];
