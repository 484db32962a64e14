import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Door } from "@parley/core";
import { doorsExpress } from "@parley/ingress-express";
import express from "express";

/** Mounts a door on a real socket, as a host does. @param find finds the door of the plugin that runs now */
export async function serveDoor(name: string, find: () => Promise<Door>) {
  const handle: Door["handle"] = async (...call) => (await find()).handle(...call);
  const app = express().use("/agents", doorsExpress([{ name, handle }]));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agents/${name}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
