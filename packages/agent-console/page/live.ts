import type { LiveEvent } from "../src/live-event.ts";

export type Connection = "connecting" | "open" | "lost" | "signed-out";

export interface LiveOptions {
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (connection: Connection) => void;
  /** Whether the session still stands; asked when the gateway refuses the stream. */
  readonly isSignedIn: () => Promise<boolean>;
}

const names = [
  "message",
  "state",
  "typing",
  "writing",
  "presence",
  "account",
  "signed-out",
  "reset",
] as const;
const retryMs = 2_000;

/** Listens until the returned function is called; comes back by itself, and goes on where it was cut off. */
export function listenLive(options: LiveOptions): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = "";
  let ended = false;
  let heard = false;

  const open = (): void => {
    const after = lastId === "" ? "" : `?lastEventId=${encodeURIComponent(lastId)}`;
    source = new EventSource(`/console/api/events${after}`);
    source.addEventListener("error", () => void failed());
    for (const name of names) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        lastId = event.lastEventId;
        // Not on `open`: the gateway's greeting says that it listens, so that what is loaded from now on misses nothing.
        if (!heard) options.onConnection("open");
        heard = true;
        // Coming back would only be refused.
        if (name === "signed-out") return leave();
        options.onEvent({ type: name, data: JSON.parse(event.data) } as LiveEvent);
      });
    }
  };

  const leave = (): void => {
    ended = true;
    source?.close();
    options.onConnection("signed-out");
  };

  const failed = async (): Promise<void> => {
    if (ended) return;
    heard = false;
    options.onConnection("lost");
    if (source?.readyState !== EventSource.CLOSED) return;
    const signedIn = await options.isSignedIn();
    if (ended) return;
    if (signedIn) timer = setTimeout(open, retryMs);
    else options.onConnection("signed-out");
  };

  open();
  return () => {
    ended = true;
    clearTimeout(timer);
    source?.close();
  };
}
