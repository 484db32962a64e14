import {
  accountLines,
  type Closing,
  closingOnError,
  composeGateway,
  type Host,
  loopbackLines,
  openAddresses,
  serveGateway,
} from "@parley/quickstart";
import type { NodeSettings } from "./node-settings.ts";
import { onPostgres } from "./on-postgres.ts";

/** One of several gateways on one database. It stores nothing itself. @throws StartError, ParleyError */
export function startNode(node: NodeSettings): Promise<Host> {
  return closingOnError((opened) => openNode(node, opened));
}

async function openNode(
  { settings, databaseUrl, adminToken }: NodeSettings,
  opened: Closing,
): Promise<Host> {
  const addresses = await openAddresses(settings);
  opened.defer(() => addresses.close());
  const gateway = await composeGateway(settings, onPostgres(databaseUrl), addresses);
  opened.defer(() => gateway.close());
  const served = await serveGateway({ gateway, addresses, settings, adminToken, backups: null });
  return {
    url: addresses.localUrl,
    welcome: [...accountLines(served.account), ...loopbackLines(settings)],
    stop: async () => {
      await served.leave();
      await opened.close();
    },
  };
}
