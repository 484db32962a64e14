import { type HostAppParts, hostApp } from "./host-app.ts";
import { type Listener, listen } from "./listener.ts";
import { originAt } from "./origin.ts";
import type { Settings } from "./settings/settings.ts";

/** Where a host listens: taken before anything else is opened, since that is what most often cannot be had. */
export interface Addresses {
  /** Origin under which integrating systems reach this host. */
  readonly url: string;
  /** Origin under which this machine reaches it. */
  readonly localUrl: string;
  /** Origin of the console. */
  readonly peopleUrl: string;
  /** From now on requests are answered; until then with 503. */
  serve(parts: HostAppParts): void;
  /** Called when a connection is refused since too many are open; then not again for a minute. */
  onCrowded(listener: () => void): void;
  /** Takes no new connection, lets requests under way end, then closes every connection. */
  close(): Promise<void>;
}

type ChosenAddresses = Pick<Settings, "host" | "port" | "publicUrl" | "admin">;

/** @throws StartError when an address cannot be had. */
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
      listener.serve(hostApp(parts, adminListener === null ? "all" : "endpoints"));
    },
    onCrowded: (tell) => listeners.forEach((one) => one.onCrowded(tell)),
    close: async () => void (await Promise.all(listeners.map((one) => one.close()))),
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
