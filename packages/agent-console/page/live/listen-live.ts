import { openGatewayStream } from "./gateway-stream.ts";
import { SharedStream } from "./shared-stream.ts";
import type { TabMessage } from "./tab-message.ts";
import type { LiveOptions, TabPlatform } from "./tab-platform.ts";

/** Tabs of other versions of the page have other names when they say other things. */
const channelName = "parley-live-1";

/** Listens until the returned function is called; comes back by itself, and goes on where it was cut off. */
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
  // A frozen page, or one that is kept to go back to, hears nothing.
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
    // It is a channel's, and has no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => channel.postMessage(message),
    open: openGatewayStream,
  };
}

/** `crypto.randomUUID` is missing where the console is reached over plain http by name. */
function newName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
