import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { Client } from "pg";

/** The server session that a client's next transaction gets. `kept`: the same while it is connected. */
export type Choice = "newest" | "oldest" | "own" | "kept";

/** Options of `PoolingProxy`. */
export interface PoolingProxyOptions {
  readonly choice: Choice;
  /** Whether a message of a session without a client goes to the next client. Otherwise it is dropped. */
  readonly forwardsLate?: boolean;
  /** Number of sessions at the start; default 0. More are opened when needed. */
  readonly sessions?: number;
}

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
/** A cancel key of the proxy itself, not of a session. */
const key = Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 7, 0, 0, 0, 7]);
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** A proxy that speaks PostgreSQL's protocol. Like PgBouncer, its clients share a few sessions of the server. */
export class PoolingProxy {
  readonly forwardsLate: boolean;
  readonly #choice: Choice;
  readonly #first: number;
  readonly #connection: string;
  readonly #listener: Server;
  readonly #sessions: ServerSession[] = [];
  readonly #free: ServerSession[] = [];
  readonly #clients = new Set<Socket>();

  constructor(
    connection: string,
    { choice, forwardsLate = false, sessions = 0 }: PoolingProxyOptions,
  ) {
    this.#first = sessions;
    this.#connection = connection;
    this.#choice = choice;
    this.forwardsLate = forwardsLate;
    this.#listener = createServer((socket) => new ProxyClient(socket, this));
  }

  /** @returns the connection string through the proxy. */
  async start(): Promise<string> {
    for (let opened = 0; opened < this.#first; opened += 1) this.#free.push(await this.#open());
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    const address = this.#listener.address();
    const url = new URL(this.#connection);
    url.port = String(typeof address === "object" && address !== null ? address.port : 0);
    return url.href;
  }

  async stop(): Promise<void> {
    for (const socket of this.#clients) socket.destroy();
    for (const session of this.#sessions) session.end();
    this.#listener.close();
    await once(this.#listener, "close");
  }

  get keepsSessions(): boolean {
    return this.#choice === "kept";
  }

  add(socket: Socket): void {
    this.#clients.add(socket);
  }

  async take(client: ProxyClient): Promise<ServerSession> {
    const own = this.#free.findIndex(({ last }) => last === client);
    const at = this.#choice === "newest" ? this.#free.length - 1 : 0;
    const mayShare = this.#choice === "newest" || this.#choice === "oldest";
    const found = mayShare ? at : own;
    const [session = await this.#open()] = found < 0 ? [] : this.#free.splice(found, 1);
    session.attach(client);
    return session;
  }

  giveBack(session: ServerSession): void {
    session.client = null;
    this.#free.push(session);
  }

  async #open(): Promise<ServerSession> {
    const session = await ServerSession.open(this.#connection, this);
    this.#sessions.push(session);
    return session;
  }
}

/** One session of the server, and the client whose transaction it runs. */
class ServerSession {
  client: ProxyClient | null = null;
  last: ProxyClient | null = null;
  /** Number of `ReadyForQuery` messages still expected. */
  owing = 0;
  readonly #stream: Socket;
  readonly #late: Buffer[] = [];

  private constructor(stream: Socket, proxy: PoolingProxy) {
    this.#stream = stream;
    stream.setNoDelay(true);
    const frames = new Frames((type, frame) => {
      if (this.client !== null) this.client.answer(frame);
      else if (proxy.forwardsLate) this.#late.push(frame);
      if (type !== 0x5a) return;
      this.owing -= 1;
      const isIdle = frame[5] === 0x49 && this.owing === 0;
      if (isIdle && !proxy.keepsSessions && this.client !== null) this.client.leave();
    });
    stream.on("data", (bytes: Buffer) => frames.add(bytes));
    stream.on("error", () => {});
  }

  /** `pg` signs in; after that this class owns the socket. */
  static async open(connectionString: string, proxy: PoolingProxy): Promise<ServerSession> {
    const client = new Client({ connectionString });
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners();
    return new ServerSession(stream, proxy);
  }

  attach(client: ProxyClient): void {
    this.client = client;
    this.last = client;
    for (const frame of this.#late.splice(0)) client.answer(frame);
  }

  send(type: number, frame: Buffer): void {
    if (type === 0x51 || type === 0x53) this.owing += 1;
    this.#stream.write(frame);
  }

  end(): void {
    this.#stream.destroy();
  }
}

/** One client of the proxy. Its frames wait until it has a session. */
class ProxyClient {
  readonly #socket: Socket;
  readonly #proxy: PoolingProxy;
  #session: ServerSession | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(socket: Socket, proxy: PoolingProxy) {
    socket.setNoDelay(true);
    this.#socket = socket;
    this.#proxy = proxy;
    proxy.add(socket);
    const frames = new Frames((type, frame) => {
      this.#sending = this.#sending.then(() => this.#send(type, frame));
    });
    socket.once("data", (startup: Buffer) => {
      socket.write(Buffer.concat([authenticated, key, ready]));
      frames.add(startup.subarray(startup.readInt32BE(0)));
      socket.on("data", (bytes: Buffer) => frames.add(bytes));
    });
    socket.on("error", () => {});
  }

  answer(frame: Buffer): void {
    this.#socket.write(frame);
  }

  /** The transaction has ended, so another client may get the session. */
  leave(): void {
    if (this.#session !== null) this.#proxy.giveBack(this.#session);
    this.#session = null;
  }

  async #send(type: number, frame: Buffer): Promise<void> {
    if (type === 0x58) return;
    this.#session ??= await this.#proxy.take(this);
    this.#session.send(type, frame);
  }
}

/** Splits a stream into protocol messages: one byte of type, then four bytes of length that count themselves. */
class Frames {
  readonly #take: (type: number, frame: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(take: (type: number, frame: Buffer) => void) {
    this.#take = take;
  }

  add(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    while (this.#rest.length >= 5 && this.#rest.length > this.#rest.readInt32BE(1)) {
      const length = this.#rest.readInt32BE(1) + 1;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      this.#take(frame[0] ?? 0, frame);
    }
  }
}
