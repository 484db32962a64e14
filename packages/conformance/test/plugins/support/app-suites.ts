import { agentBackendSuite, type BenchStores, type Runner } from "../../../src/index.ts";
import { allApps } from "../apps/all-apps.ts";
import { openApp } from "./open-app.ts";

/** The published suite for each kind of app, in gateways on one kind of store. */
export function appSuites(runner: Runner, store: string, stores: BenchStores): void {
  for (const [what, makeApp] of allApps)
    agentBackendSuite(runner, `${what}, on ${store},`, openApp(makeApp), { stores });
}
