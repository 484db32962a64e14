import { join } from "node:path";
import { Logger } from "@parley/core";
import { openAddresses } from "./addresses.ts";
import { type Closing, closingOnError } from "./closing.ts";
import { adminTokenFileName, adminTokenOf } from "./settings/admin-token.ts";
import { composeGateway } from "./compose-gateway.ts";
import { DataDirectory } from "./settings/data-directory.ts";
import { channelFileName, channelFrom, ensureFirstChannel } from "./first-run/first-channel.ts";
import { doorOf } from "./first-run/first-channel-door.ts";
import type { HostAppParts } from "./host-app.ts";
import { serveGateway } from "./serve-gateway.ts";
import type { Settings } from "./settings/settings.ts";
import { startShop } from "./shop-process.ts";
import { inDirectory } from "./settings/storage.ts";
import { welcome } from "./first-run/welcome.ts";

/** A running host. */
export interface Host {
  readonly url: string;
  /** Start messages for the operator. */
  readonly welcome: readonly string[];
  /** Drains and closes everything. No accepted message is lost. */
  stop(): Promise<void>;
}

/** Starts everything, or throws and leaves nothing running. @throws StartError, ParleyError */
export function startHost(settings: Settings): Promise<Host> {
  return closingOnError((opened) => openHost(settings, opened));
}

async function openHost(settings: Settings, opened: Closing): Promise<Host> {
  const data = DataDirectory.open(settings.dataDirectory);
  const addresses = await openAddresses(settings);
  opened.defer(() => addresses.close());
  const { url, localUrl, peopleUrl } = addresses;

  // Before the gateway, which delivers waiting messages as soon as it runs.
  const { shopPort } = settings;
  const shop = shopPort === null ? null : await startShop(shopPort);
  opened.defer(() => shop?.stop());

  const gateway = await composeGateway(settings, inDirectory(data.path), {
    url,
    peopleUrl,
    ...(shop !== null && { shopUrl: `${shop.url}/` }),
  });
  opened.defer(() => gateway.close());
  const logger = await gateway.get(Logger);
  shop?.onLost(() => logger.error("the shop has stopped"));
  const door = doorOf(gateway);
  const { channel } = await ensureFirstChannel({ door, data, publicUrl: url, shopPort });
  shop?.connect(channelFrom(channel, localUrl));
  const adminToken = adminTokenOf(settings.adminToken, data);
  const backups = backupsIn(data.path);
  const served = await serveGateway({ gateway, addresses, settings, adminToken, backups });

  return {
    url,
    welcome: welcome({
      url: peopleUrl,
      channelFile: join(data.path, channelFileName),
      shopUrl: shop?.url ?? null,
      accountsFile: join(data.path, "console.db"),
      adminEmail: served.adminEmail,
      account: served.account,
      allowInsecureLoopback: settings.allowInsecureLoopback,
    }),
    stop: async () => {
      await served.leave();
      await opened.close();
    },
  };
}

function backupsIn(directory: string): HostAppParts["backups"] {
  const files = [adminTokenFileName, channelFileName].map((name) => join(directory, name));
  return { directory: join(directory, "backups"), files };
}
