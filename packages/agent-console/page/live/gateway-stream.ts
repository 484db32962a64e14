import type { LiveEvent } from "../../src/live/live-event.ts";
import type { StreamListener } from "./tab-platform.ts";

/** Every type, so that none is left out: the browser passes on only what somebody listens to. */
const types: Readonly<Record<LiveEvent["type"], true>> = {
  message: true,
  state: true,
  typing: true,
  writing: true,
  presence: true,
  account: true,
  lists: true,
  read: true,
  draft: true,
  owner: true,
  erased: true,
  "signed-out": true,
  reset: true,
};

/** Opens the gateway's event stream after `lastId`. Returns the function that closes it. */
export function openGatewayStream(lastId: string, listener: StreamListener): () => void {
  const after = lastId === "" ? "" : `?lastEventId=${encodeURIComponent(lastId)}`;
  const source = new EventSource(`/console/api/events${after}`);
  source.addEventListener("error", () =>
    listener.onTrouble(source.readyState === EventSource.CLOSED),
  );
  source.addEventListener("beat", (event: MessageEvent<string>) => {
    const { accountId } = JSON.parse(event.data) as { readonly accountId: string };
    listener.onBeat(accountId);
  });
  for (const name of Object.keys(types)) {
    source.addEventListener(name, (event: MessageEvent<string>) => {
      const told = { type: name, data: JSON.parse(event.data) as unknown } as LiveEvent;
      listener.onEvent(event.lastEventId, told);
    });
  }
  return () => source.close();
}
