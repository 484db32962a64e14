import { setTimeout as sleep } from "node:timers/promises";
import { ConsoleApp, type FirstAccount } from "@parley/agent-console";
import { type Gateway, Logger } from "@parley/core";
import { Telemetry } from "@parley/telemetry";
import type { Addresses } from "./addresses.ts";
import type { HostAppParts } from "./host-app.ts";
import type { Settings } from "./settings/settings.ts";

export interface ServedParts {
  readonly gateway: Gateway;
  readonly addresses: Addresses;
  readonly settings: Settings;
  readonly adminToken: string;
  readonly backups: HostAppParts["backups"];
}

/** A gateway with open addresses. */
export interface ServedGateway {
  /** The account, if this start generated its password. */
  readonly account: FirstAccount | null;
  /** Email of the first admin who can sign in; `null`: there is none. */
  readonly adminEmail: string | null;
  /**
   * Reports not ready for `leaveMs`, while it still answers everything. Then accepts nothing more and lets running
   * requests end. Close the gateway afterwards.
   */
  leave(): Promise<void>;
}

export async function serveGateway(parts: ServedParts): Promise<ServedGateway> {
  const { gateway, addresses, settings, adminToken, backups } = parts;
  const logger = await gateway.get(Logger);
  addresses.onCrowded(() => logger.warn("connections are refused: too many are open"));
  // It may generate a password, which is shown only now.
  const consoleApp = await gateway.get(ConsoleApp);
  const stopping = new AbortController();
  addresses.serve({
    gateway,
    consoleApp,
    telemetry: await gateway.get(Telemetry),
    publicMetrics: settings.publicMetrics,
    logger,
    adminToken,
    publicUrl: addresses.url,
    peopleUrl: addresses.peopleUrl,
    trustProxy: settings.trustProxy,
    backups,
    stopping: stopping.signal,
  });
  return {
    account: consoleApp.firstAccount,
    adminEmail: consoleApp.adminEmail,
    leave: async () => {
      gateway.drain();
      if (settings.leaveMs > 0) await sleep(settings.leaveMs);
      stopping.abort();
      consoleApp.close();
      await addresses.close();
    },
  };
}
