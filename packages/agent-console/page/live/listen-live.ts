import { openGatewayStream } from "./gateway-stream.ts";
import { SharedStream } from "./shared-stream.ts";
import type { TabMessage } from "./tab-message.ts";
import type { LiveOptions, TabPlatform } from "./tab-platform.ts";

/** Change the name when the messages change, so that tabs of other versions do not mix. */
const channelName = "parley-live-2";

/** Listens until the returned function is called. Reconnects by itself and continues after the last event. */
export function listenLive(options: LiveOptions): () => void {
  const channel = new BroadcastChannel(channelName);
  const stream = new SharedStream(options, platformOf(channel));
  const ended = new AbortController();
  const on = (target: EventTarget, name: string, callback: () => void): void =>
    target.addEventListener(name, callback, { signal: ended.signal });

  channel.addEventListener("message", (event: MessageEvent<TabMessage>) => stream.hear(event.data));
  on(document, "visibilitychange", () => {
    if (!document.hidden) stream.shown();
  });
  on(window, "online", () => stream.online());
  // A frozen page, or one in the back/forward cache, receives nothing.
  on(document, "freeze", () => stream.stop());
  on(window, "pagehide", () => stream.stop());
  on(document, "resume", () => stream.start());
  on(window, "pageshow", () => stream.start());

  stream.start();
  return () => {
    ended.abort();
    stream.stop();
    channel.close();
  };
}

function platformOf(channel: BroadcastChannel): TabPlatform {
  return {
    tab: newName(),
    now: Date.now,
    random: Math.random,
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    isVisible: () => !document.hidden,
    // A broadcast channel has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    open: openGatewayStream,
  };
}

/** `crypto.randomUUID` is missing on plain http, except on localhost. */
function newName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
