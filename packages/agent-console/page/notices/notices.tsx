import { type ReactElement, useContext, useEffect, useRef, useState } from "react";
import { LiveNewsContext } from "../live/live-news.ts";
import { NoticeCenter, type NoticeWord } from "./notice-center.ts";
import { NoticeQuestion } from "./notice-question.tsx";
import { readNoticeSettings } from "./notice-settings.ts";
import { playSound, prepareSound } from "./notice-sound.ts";
import { showNotice } from "./show-notice.ts";

export interface NoticesProps {
  readonly available: boolean;
  readonly openId: string | null;
}

const channelName = "parley.notices";

/** Tells the agent of new messages by notification and sound, and asks once whether to. */
export function Notices({ available, openId }: NoticesProps): ReactElement {
  const news = useContext(LiveNewsContext);
  const latest = useRef({ available, openId });
  latest.current = { available, openId };
  const tabs = useRef<BroadcastChannel | null>(null);
  const [center] = useState(
    () =>
      new NoticeCenter({
        settings: readNoticeSettings,
        isAvailable: () => latest.current.available,
        lookedAt: () => (document.hidden || !document.hasFocus() ? null : latest.current.openId),
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        post: (word) => tabs.current?.postMessage(word),
        random: Math.random,
        later: (work, ms) => void setTimeout(work, ms),
        show: (notice, settings) => void showNotice(notice, settings),
        sound: playSound,
      }),
  );

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    tabs.current = channel;
    const hear = ({ data }: MessageEvent<NoticeWord>): void => center.hear(data);
    const look = (): void => center.look();
    channel.addEventListener("message", hear);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    document.addEventListener("pointerdown", prepareIfWanted);
    document.addEventListener("keydown", prepareIfWanted);
    return () => {
      tabs.current = null;
      channel.close();
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
      document.removeEventListener("pointerdown", prepareIfWanted);
      document.removeEventListener("keydown", prepareIfWanted);
    };
  }, [center]);
  useEffect(() => news.listen((event) => center.take(event)), [news, center]);
  useEffect(() => center.look(), [center, openId]);

  return <NoticeQuestion available={available} />;
}

function prepareIfWanted(): void {
  if (readNoticeSettings().sound) prepareSound();
}
