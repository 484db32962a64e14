import { HttpClient } from "@parley/core";
import { transportUndici } from "@parley/transport-undici";
import { Container } from "inversify";

/** Name of the agent app's host, which is private. */
export const deskHost = "desk.internal";

export interface OpenedClient {
  readonly http: HttpClient;
  close(): Promise<void>;
}

/** The real client with its address guard. It finds the agent app on this machine, and no other name. */
export async function openDeskClient(): Promise<OpenedClient> {
  const container = new Container();
  const module = transportUndici({
    lookup: async (host) => (host === deskHost ? ["127.0.0.1"] : []),
  });
  await container.loadAsync(module);
  return {
    http: await container.getAsync(HttpClient),
    close: () => container.unloadAsync(module),
  };
}
