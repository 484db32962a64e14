import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * A way to a server on loopback that can be cut: bytes are held back, but every socket stays open, as on a network that
 * drops packets. It can lead elsewhere from then on, as an address that moves does.
 */
export class HalfOpenProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #target: number;
  #isCut = false;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (near: Socket) => this.#take(near));
  }

  /** `target`: a port of loopback. */
  static async open(target: number): Promise<HalfOpenProxy> {
    const server = createServer({ allowHalfOpen: false, pauseOnConnect: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new HalfOpenProxy(server, target);
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** From now on nothing passes, and nobody is told. */
  cut(): void {
    this.#isCut = true;
    for (const pair of this.#pairs) pair.hold();
  }

  /** What was held back arrives after all. */
  resume(): void {
    this.#isCut = false;
    for (const pair of this.#pairs) pair.pass(this.#target);
  }

  /** Both sides lose their connections, and new ones pass. */
  reset(): void {
    this.#isCut = false;
    for (const pair of this.#pairs) pair.end();
  }

  /** Connections of before are lost; new ones lead to another port of loopback. */
  lead(target: number): void {
    this.#target = target;
    this.reset();
  }

  async close(): Promise<void> {
    this.reset();
    this.#server.close();
    await once(this.#server, "close");
  }

  #take(near: Socket): void {
    const pair = new Pair(near, () => this.#pairs.delete(pair));
    this.#pairs.add(pair);
    if (!this.#isCut) pair.pass(this.#target);
  }
}

/** One connection through the proxy; `far` is made when bytes may pass for the first time. */
class Pair {
  readonly #near: Socket;
  readonly #onEnd: () => void;
  #far: Socket | null = null;
  #isHeld = false;

  constructor(near: Socket, onEnd: () => void) {
    this.#near = near.setNoDelay(true);
    this.#onEnd = onEnd;
    this.#watch(near);
  }

  hold(): void {
    this.#isHeld = true;
    for (const socket of [this.#near, this.#far]) socket?.unpipe().pause();
  }

  pass(target: number): void {
    this.#isHeld = false;
    const far = (this.#far ??= this.#watch(connect(target, "127.0.0.1").setNoDelay(true)));
    if (this.#near.destroyed || far.destroyed) return this.end();
    this.#near.pipe(far);
    far.pipe(this.#near);
  }

  end(): void {
    this.#isHeld = false;
    this.#near.destroy();
    this.#far?.destroy();
    this.#onEnd();
  }

  /** While bytes are held back, so is the news that a side has gone. */
  #watch(socket: Socket): Socket {
    socket.on("error", () => {});
    return socket.on("close", () => {
      if (!this.#isHeld) this.end();
    });
  }
}
