import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between a browser and the gateway that can drop all data. */
export interface NetworkPath {
  readonly url: string;
  /** Number of open event streams of the browser. */
  readonly streams: number;
  /** Its target from now on. */
  lead(url: string): void;
  /** Drops all data of these from now on, on old and new connections, without closing any. */
  swallow(what: "everything" | "streams"): void;
  /** New connections work again. Old ones stay dead, as after the loss of a NAT entry. */
  heal(): void;
  close(): Promise<void>;
}

export async function startNetworkPath(): Promise<NetworkPath> {
  const sockets = new Set<Socket>();
  const browsers = new Set<Socket>();
  const streams = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  let swallowed: "nothing" | "everything" | "streams" = "nothing";
  let port = 0;

  const isDead = (browser: Socket): boolean => {
    const isStream = streams.has(browser);
    if (swallowed === "everything" || (swallowed === "streams" && isStream)) dead.add(browser);
    return dead.has(browser);
  };
  const server = createServer((browser) => {
    const gateway = connect(port, "127.0.0.1");
    browsers.add(browser);
    browser.on("data", (bytes) => {
      if (/^GET \S*\/events[ ?]/.test(bytes.toString("latin1"))) streams.add(browser);
      if (!isDead(browser)) gateway.write(bytes);
    });
    gateway.on("data", (bytes) => {
      if (!isDead(browser)) browser.write(bytes);
    });
    for (const [socket, other] of [
      [browser, gateway],
      [gateway, browser],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        if (!isDead(browser)) other.destroy();
        if (socket !== browser) return;
        browsers.delete(browser);
        streams.delete(browser);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get streams() {
      return streams.size;
    },
    lead: (url) => void (port = Number(new URL(url).port)),
    swallow(what) {
      swallowed = what;
      for (const browser of browsers) isDead(browser);
    },
    heal: () => void (swallowed = "nothing"),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
