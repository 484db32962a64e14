import {
  accountLines,
  composeGateway,
  type Host,
  openAddresses,
  serveGateway,
} from "@parley/quickstart";
import type { NodeSettings } from "./node-settings.ts";
import { onPostgres } from "./on-postgres.ts";

/** One of several gateways on one database. It keeps nothing of its own. @throws StartError, ParleyError */
export async function startNode({
  settings,
  databaseUrl,
  adminToken,
}: NodeSettings): Promise<Host> {
  await using opened = new AsyncDisposableStack();
  const addresses = await openAddresses(settings);
  opened.defer(() => addresses.close());
  const gateway = await composeGateway(settings, onPostgres(databaseUrl), addresses);
  opened.defer(() => gateway.close());
  const served = await serveGateway({ gateway, addresses, settings, adminToken, backups: null });
  const closing = opened.move();
  return {
    url: addresses.localUrl,
    welcome: accountLines(served.account),
    stop: async () => {
      await served.leave();
      await closing.disposeAsync();
    },
  };
}
