import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { MeView } from "../../../src/accounts/me-view.ts";
import type { PresenceChoice, PresenceView } from "../../../src/accounts/presence.ts";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { LiveEvent } from "../../../src/live/live-event.ts";
import { useHeartbeat } from "../../accounts/use-heartbeat.ts";
import { api } from "../../api/api.ts";
import type { ApiError } from "../../api/call.ts";
import { listenLive } from "../../live/listen-live.ts";
import { sentNews } from "../../live/sent-news.ts";
import type { Connection } from "../../live/tab-message.ts";
import { useInboxData } from "./data-context.ts";
import { usePresence } from "./use-inbox-queries.ts";

export interface LiveInboxOptions {
  readonly me: MeView;
  readonly openId: string | null;
  readonly onSignedOut: (notice?: string) => void;
  /** Called for every live event, after the inbox has applied it. */
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when another account may have signed in, in this browser. */
  readonly onOtherAccount: () => void;
}

export interface LiveInbox {
  readonly connection: Connection;
  /** What could not be loaded; `null` without a problem. */
  readonly problem: string | null;
  readonly state: {
    /** Counts full reloads. */
    readonly generation: number;
    /** The agent's own presence, and the presence that visitors see. */
    readonly presence: PresenceView;
  };
  /** Adds a conversation that was loaded elsewhere. */
  readonly onFound: (conversation: ConversationView) => void;
  readonly choosePresence: (choice: PresenceChoice) => Promise<void>;
}

/** Keeps the inbox data up to date from the event stream, from this page's own messages, and by heartbeats. */
export function useLiveInbox(options: LiveInboxOptions): LiveInbox {
  const { me, openId, onSignedOut, onEvent, onOtherAccount } = options;
  const data = useInboxData();
  const [connection, setConnection] = useState<Connection>("connecting");
  const [generation, setGeneration] = useState(0);
  const problem = useSyncExternalStore(data.subscribe, () => data.problem);
  const accountId = me.account.id;

  useEffect(() => data.watch((id) => id === openId && !document.hidden), [data, openId]);
  useEffect(() => sentNews.listen((sent) => data.confirm(sent)), [data]);

  useEffect(
    () =>
      listenLive({
        accountId,
        onOtherAccount,
        // Queries begin once the stream is open, so that no event is lost between loading and listening.
        onConnection: (next) => {
          setConnection(next);
          if (next === "open") data.reloadCounts();
          if (next === "signed-out") onSignedOut("Please sign in again.");
        },
        isSignedIn: () =>
          api.me().then(
            () => true,
            (error: ApiError) => error.status !== 401,
          ),
        onEvent: (event) => {
          data.hear(event);
          if (event.type === "reset") setGeneration((count) => count + 1);
          onEvent(event);
        },
      }),
    [data, accountId, onEvent, onOtherAccount, onSignedOut],
  );

  useHeartbeat(me.signOfLifeMs, () => data.loadPresence());

  const onFound = useCallback((found: ConversationView) => data.found(found), [data]);
  const presence = usePresence();
  return {
    connection,
    problem,
    state: { generation, presence },
    onFound,
    choosePresence: (choice) => data.choosePresence(choice),
  };
}
