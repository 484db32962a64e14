import { type HostAppParts, hostApp } from "./host-app.ts";
import { type Listener, listen } from "./listener.ts";
import { originAt } from "./origin.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * The addresses where a host listens. They are opened first, since a port is the most likely thing to be unavailable.
 */
export interface Addresses {
  /** Origin for integrating systems. */
  readonly url: string;
  /** Origin of this host on this machine. */
  readonly localUrl: string;
  /** Origin of the console. */
  readonly peopleUrl: string;
  /** Starts answering requests. Until then every answer is 503. */
  serve(parts: HostAppParts): void;
  /** Calls back when a connection is refused because too many are open, at most once a minute. */
  onCrowded(listener: () => void): void;
  /** Accepts no new connections, lets running requests end, then closes every connection. */
  close(): Promise<void>;
}

type ChosenAddresses = Pick<Settings, "host" | "port" | "publicUrl" | "admin">;

/** @throws StartError when an address is not available. */
export async function openAddresses(chosen: ChosenAddresses): Promise<Addresses> {
  const { host, port, publicUrl, admin } = chosen;
  const listener = await listen(host, port);
  const adminListener = await listenForPeople(admin).catch(async (error: unknown) => {
    await listener.close();
    throw error;
  });
  const listeners = adminListener === null ? [listener] : [listener, adminListener];
  const localUrl = originAt(host, listener.port);
  const url = publicUrl ?? localUrl;
  return {
    url,
    localUrl,
    peopleUrl: peopleUrlOf(admin, adminListener) ?? url,
    serve: (parts) => {
      adminListener?.serve(hostApp(parts, "people"));
      listener.serve(hostApp(parts, adminListener === null ? "all" : "systems"));
    },
    onCrowded: (tell) => listeners.forEach((one) => one.onCrowded(tell)),
    close: async () => void (await Promise.all(listeners.map((one) => one.close()))),
  };
}

const adminNames = { host: "PARLEY_ADMIN_HOST", port: "PARLEY_ADMIN_PORT" };

async function listenForPeople(admin: Settings["admin"]): Promise<Listener | null> {
  return admin === null ? null : listen(admin.host, admin.port, {}, adminNames);
}

/** Origin of the console when it has its own address. */
function peopleUrlOf(admin: Settings["admin"], listener: Listener | null): string | null {
  if (admin === null || listener === null) return null;
  return admin.publicUrl ?? originAt(admin.host, listener.port);
}
