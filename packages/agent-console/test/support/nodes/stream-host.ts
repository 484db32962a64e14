import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { ManualTime } from "@parley/conformance";
import { EventStreams } from "../../../src/live/event-streams.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import { SignalHub } from "@parley/core/memory";
import { LiveEvents } from "../../../src/live/live-events.ts";
import { LiveSignals } from "../../../src/live/live-signals.ts";
import { viewIn } from "../../../src/accounts/presence.ts";
import { EventReader } from "../console-client.ts";

export const sessionId = "session-1";

/** Only event streams on a real socket, with manual time and events. */
export interface StreamHost {
  readonly live: LiveEvents;
  readonly streams: EventStreams;
  readonly time: ManualTime;
  /** A page that requests the stream and never reads. Resolves when the gateway handles it. */
  neverReads(): Promise<{ readonly socket: Socket; readonly response: ServerResponse }>;
  /** A page that reads only what the test takes. */
  reads(
    lastId?: string,
  ): Promise<{ readonly events: EventReader; readonly response: ServerResponse }>;
  /** Sends events until that many characters wait in the gateway's memory for this page. */
  fill(response: ServerResponse, characters: number): Promise<void>;
  close(): Promise<void>;
}

export interface StreamHostOptions {
  /** Runs before the stream is opened. */
  readonly before?: (response: ServerResponse) => Promise<void>;
  /** Connects it to other nodes. Default: no others. */
  readonly hub?: SignalHub;
  /** Default: its own. */
  readonly time?: ManualTime;
}

export function said(text: string, conversationId = "conversation-1"): LiveEvent {
  const message = {
    id: "1",
    direction: "inbound",
    type: "text",
    state: "delivered",
    at: 0,
  } as const;
  return { type: "message", data: { conversationId, message: { ...message, text } } };
}

export async function startStreamHost(options: StreamHostOptions = {}): Promise<StreamHost> {
  const live = new LiveEvents("boot");
  const { hub = new SignalHub(), time = new ManualTime() } = options;
  const nobody = { viewOf: async () => viewIn(new Map(), "nobody") };
  const everything = { find: async () => ({}) as never };
  const everybody = { isLive: async () => true };
  const streams = new EventStreams(
    live,
    nobody,
    time,
    everything,
    everybody,
    new LiveSignals(hub.join()),
  );
  const opened: ((response: ServerResponse) => void)[] = [];
  const account = {
    id: "account-1",
    email: "ada@parley.example",
    name: "Ada",
    role: "agent",
  } as const;
  const open = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await options.before?.(response);
    await streams.open(request as never, response as never, {
      id: sessionId,
      account,
      cookies: [],
    });
    opened.shift()?.(response);
  };
  const server = createServer((request, response) => void open(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const nextOpened = () => new Promise<ServerResponse>((resolve) => opened.push(resolve));

  return {
    live,
    streams,
    time,
    async neverReads() {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined).pause();
      const response = nextOpened();
      socket.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
      return { socket, response: await response };
    },
    async reads(lastId) {
      const headers = lastId === undefined ? {} : { "last-event-id": lastId };
      const response = nextOpened();
      const request = get({ port, host: "127.0.0.1", path: "/events", headers, agent: false });
      const [incoming] = (await once(request, "response")) as [IncomingMessage];
      const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
      return { events: new EventReader(body), response: await response };
    },
    async fill(response, characters) {
      // The operating system buffers several megabytes before anything waits here.
      for (let round = 0; round < 2_000 && response.writableLength < characters; round += 1) {
        if (response.destroyed) throw new Error("the stream was cut");
        live.publish(said("x".repeat(20_000)));
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (response.writableLength < characters) throw new Error("nothing waits for the page");
    },
    async close() {
      streams.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
