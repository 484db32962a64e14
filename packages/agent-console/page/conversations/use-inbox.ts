import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import type { MeView } from "../../src/accounts/me-view.ts";
import type { PresenceChoice, PresenceView } from "../../src/accounts/presence.ts";
import { api } from "../api/api.ts";
import { againMs, ApiError, isPassing } from "../api/call.ts";
import { emptyInbox, type InboxState } from "./inbox-state.ts";
import { reduceInbox } from "./inbox-reducer.ts";
import { listenLive } from "../live/listen-live.ts";
import type { Connection } from "../live/tab-message.ts";
import { sentNews } from "../live/sent-news.ts";
import { useHeartbeat } from "../accounts/use-heartbeat.ts";

export interface InboxHandle {
  readonly state: InboxState;
  readonly connection: Connection;
  /** What could not be loaded; `null` without a problem. */
  readonly problem: string | null;
  /** Adds a conversation that was loaded elsewhere. */
  readonly onFound: (conversation: ConversationView) => void;
  readonly loadOlderConversations: () => Promise<void>;
  readonly loadOlderMessages: () => Promise<void>;
  readonly choosePresence: (choice: PresenceChoice) => Promise<void>;
}

export interface InboxOptions {
  readonly me: MeView;
  readonly openId: string | null;
  readonly onSignedOut: (notice?: string) => void;
  /** Called for every live event, after the inbox has applied it. */
  readonly onEvent: (event: LiveEvent) => void;
  /** Called when another account may have signed in, in this browser. */
  readonly onOtherAccount: () => void;
}

/** State of the inbox: loads data and updates it from live events. */
export function useInbox(options: InboxOptions): InboxHandle {
  const { me, openId, onSignedOut, onEvent, onOtherAccount } = options;
  const [state, dispatch] = useReducer(reduceInbox, { ...emptyInbox, presence: presenceIn(me) });
  const [connection, setConnection] = useState<Connection>("connecting");
  const [problem, setProblem] = useState<string | null>(null);
  const [timesBehind, setTimesBehind] = useState(0);
  const open = useRef(openId);
  open.current = openId;
  const known = useRef(state);
  known.current = state;
  const choices = useRef(0);
  const accountId = me.account.id;

  const guarded = useCallback(
    async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
        setProblem(null);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) onSignedOut("Please sign in again.");
        else setProblem(error instanceof Error ? error.message : "Something went wrong.");
        if (isPassing(error)) setTimesBehind((times) => times + 1);
      }
    },
    [onSignedOut],
  );

  const loadThread = useCallback(
    (id: string, before: string | null) =>
      guarded(async () => {
        const { generation } = known.current;
        const page = await api.messages(id, before);
        dispatch({ type: "thread", id, generation, page, older: before !== null });
      }),
    [guarded],
  );

  const onFound = useCallback((conversation: ConversationView): void => {
    dispatch({ type: "found", conversation });
  }, []);

  const loadConversations = useCallback(
    (before: string | null) =>
      guarded(async () => {
        const page = await api.conversations(before);
        dispatch({ type: "conversations", page, older: before !== null });
      }),
    [guarded],
  );

  const reload = useCallback((): void => {
    dispatch({ type: "forget" });
    void loadConversations(null);
  }, [loadConversations]);

  useEffect(() => {
    if (timesBehind === 0) return;
    const timer = setTimeout(() => {
      void loadConversations(null);
      if (open.current !== null) void loadThread(open.current, null);
    }, againMs);
    return () => clearTimeout(timer);
  }, [timesBehind, loadConversations, loadThread]);

  const loadConversation = useCallback(
    (id: string) =>
      guarded(async () => {
        dispatch({ type: "conversation", conversation: await api.conversation(id) });
      }),
    [guarded],
  );

  const takeEvent = useCallback(
    (event: LiveEvent): void => {
      const seen = document.hidden ? null : open.current;
      dispatch({ type: "live", event, accountId, openId: seen, now: Date.now() });
      if (event.type === "message" && event.data.conversation === undefined) {
        const { conversationId } = event.data;
        const has = known.current.conversations?.some(({ id }) => id === conversationId);
        if (has === false) void loadConversation(conversationId);
      }
      if (
        event.type === "state" &&
        event.data.state !== "waiting" &&
        event.data.conversationId === open.current
      ) {
        const messages = known.current.threads[event.data.conversationId]?.messages;
        if (messages?.every(({ id }) => id !== event.data.id)) {
          void loadThread(event.data.conversationId, null);
        }
      }
    },
    [accountId, loadConversation, loadThread],
  );

  useEffect(() => sentNews.listen(dispatch), []);

  useEffect(() => {
    let isLoaded = false;
    return listenLive({
      accountId,
      onOtherAccount,
      onConnection: (next) => {
        setConnection(next);
        if (next === "signed-out") onSignedOut("Please sign in again.");
        // The stream is open first, so that no event is lost between loading and listening.
        if (next === "open" && !isLoaded) reload();
        isLoaded ||= next === "open";
      },
      isSignedIn: () =>
        api.me().then(
          () => true,
          (error: ApiError) => error.status !== 401,
        ),
      onEvent: (event) => {
        takeEvent(event);
        if (event.type === "reset") reload();
        onEvent(event);
      },
    });
  }, [accountId, onEvent, onOtherAccount, onSignedOut, reload, takeEvent]);

  const loaded = openId !== null && state.threads[openId] !== undefined;
  const listed = state.conversations?.some(({ id }) => id === openId) ?? true;
  const { generation } = state;
  useEffect(() => {
    if (openId !== null && !loaded && connection === "open") void loadThread(openId, null);
  }, [openId, loaded, connection, generation, loadThread]);
  useEffect(() => {
    if (openId !== null && !listed) void loadConversation(openId);
  }, [openId, listed, loadConversation]);

  useHeartbeat(me.signOfLifeMs, async () => {
    const before = choices.current;
    const presence = await api.presence();
    // Ignore an answer that is older than the agent's latest choice: it would undo it.
    if (before === choices.current) dispatch({ type: "presence", presence });
  });

  const unread = openId !== null && (state.unread[openId] ?? 0) > 0;
  useEffect(() => {
    const read = (): void => {
      if (openId !== null && !document.hidden) dispatch({ type: "read", id: openId });
    };
    if (unread) read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [openId, unread]);

  return {
    state,
    connection,
    problem,
    onFound,
    loadOlderConversations: () => loadConversations(state.next),
    loadOlderMessages: async () => {
      const next = openId === null ? null : (state.threads[openId]?.next ?? null);
      if (openId !== null && next !== null) await loadThread(openId, next);
    },
    choosePresence: (choice) =>
      guarded(async () => {
        choices.current += 1;
        const presence = await api.choosePresence(choice);
        choices.current += 1;
        dispatch({ type: "presence", presence });
      }),
  };
}

function presenceIn({ available, withoutPage, present, anyAvailable }: MeView): PresenceView {
  return { available, withoutPage, present, anyAvailable };
}
