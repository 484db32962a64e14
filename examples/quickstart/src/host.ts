import { join } from "node:path";
import { agentConsole, ConsoleApp } from "@parley/agent-console";
import { createGateway, Logger } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { Telemetry, telemetry } from "@parley/telemetry";
import { transportUndici } from "@parley/transport-undici";
import { adminTokenFileName, adminTokenOf } from "./admin-token.ts";
import { DataDirectory } from "./data-directory.ts";
import { channelFileName, channelFrom, ensureFirstChannel } from "./first-channel.ts";
import { hostApp, type HostAppParts } from "./host-app.ts";
import { type Listener, listen } from "./listener.ts";
import { originAt } from "./origin.ts";
import type { Settings } from "./settings.ts";
import { startShop } from "./shop-process.ts";
import { welcome } from "./welcome.ts";

/** A host that answers. */
export interface Host {
  readonly url: string;
  /** What people must know, a newcomer the most. */
  readonly welcome: readonly string[];
  /** Drains and closes everything; nothing that was accepted is lost. */
  stop(): Promise<void>;
}

/** Starts everything, or throws and leaves nothing running. @throws StartError, ParleyError */
export async function startHost(settings: Settings): Promise<Host> {
  await using opened = new AsyncDisposableStack();
  const data = DataDirectory.open(settings.dataDirectory);
  const listener = await listen(settings.host, settings.port);
  opened.defer(() => listener.close());
  const localUrl = originAt(settings.host, listener.port);
  const url = settings.publicUrl ?? localUrl;
  const adminListener = await listenForPeople(settings.admin);
  opened.defer(() => adminListener?.close());
  const peopleUrl = peopleUrlOf(settings.admin, adminListener) ?? url;

  // Before the gateway: deliveries that wait from last time go out as soon as that runs.
  const shop = settings.shopPort === null ? null : await startShop(settings.shopPort);
  opened.defer(() => shop?.stop());

  const { agentEmail, agentPassword, allowTargets, allowInsecureLoopback } = settings;
  const gateway = await createGateway(
    platformNode(),
    storeSqlite({ directory: data.path }),
    transportUndici({ allowTargets, allowInsecureLoopback }),
    telemetry(settings.otlpUrl === null ? {} : { otlpUrl: settings.otlpUrl }),
    agentConsole({
      directory: data.path,
      baseUrl: peopleUrl,
      ingressUrl: `${url}/chat`,
      firstAccount: {
        email: agentEmail,
        ...(agentPassword !== null && { password: agentPassword }),
      },
    }),
  );
  opened.defer(() => gateway.close());
  const logger = await gateway.get(Logger);
  shop?.onLost(() => logger.error("the shop has stopped"));
  for (const one of [listener, adminListener])
    one?.onCrowded(() => logger.warn("connections are refused: too many are open"));

  const { shopPort, trustProxy } = settings;
  const { channel, made } = await ensureFirstChannel({ gateway, data, publicUrl: url, shopPort });
  shop?.connect(channelFrom(channel, localUrl));
  const adminToken = adminTokenOf(settings.adminToken, data);
  // Last, since it may make a password that is shown only now.
  const consoleApp = await gateway.get(ConsoleApp);
  const stopping = new AbortController();
  const parts: HostAppParts = {
    gateway,
    consoleApp,
    telemetry: await gateway.get(Telemetry),
    publicMetrics: settings.publicMetrics,
    logger,
    adminToken,
    publicUrl: url,
    trustProxy,
    backups: backupsIn(data.path),
    stopping: stopping.signal,
  };
  adminListener?.serve(hostApp(parts, "people"));
  listener.serve(hostApp(parts, adminListener === null ? "all" : "endpoints"));

  const closing = opened.move();
  return {
    url,
    welcome: welcome({
      url: peopleUrl,
      channelFile: join(data.path, channelFileName),
      shopUrl: shop?.url ?? null,
      made,
      agentEmail,
      account: consoleApp.firstAccount,
    }),
    stop: async () => {
      stopping.abort();
      gateway.drain();
      consoleApp.close();
      await Promise.all([listener.close(), adminListener?.close()]);
      await closing.disposeAsync();
    },
  };
}

const adminNames = { host: "PARLEY_ADMIN_HOST", port: "PARLEY_ADMIN_PORT" };

async function listenForPeople(admin: Settings["admin"]): Promise<Listener | null> {
  return admin === null ? null : listen(admin.host, admin.port, {}, adminNames);
}

/** Origin of the console at an address of its own. */
function peopleUrlOf(admin: Settings["admin"], listener: Listener | null): string | null {
  if (admin === null || listener === null) return null;
  return admin.publicUrl ?? originAt(admin.host, listener.port);
}

function backupsIn(directory: string): HostAppParts["backups"] {
  const files = [adminTokenFileName, channelFileName].map((name) => join(directory, name));
  return { directory: join(directory, "backups"), files };
}
