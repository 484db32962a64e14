import { isolatedText } from "@parley/core/text";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { announcementOf } from "./announcements.ts";

export interface ThreadAnnouncerProps {
  readonly messages: readonly MessageView[];
  readonly visitor: string;
  /** Name of another agent who is writing; `null` when there is none. */
  readonly writer: string | null;
}

/** The only live region of a thread. */
export function ThreadAnnouncer(props: ThreadAnnouncerProps): ReactElement {
  const { messages, visitor, writer } = props;
  const before = useRef<readonly MessageView[]>([]);
  // Counted, so that the same words are read again.
  const [said, setSaid] = useState({ count: 0, words: "" });
  const say = (words: string): void => setSaid(({ count }) => ({ count: count + 1, words }));

  useEffect(() => {
    // While everything is loaded again, the thread is empty.
    if (messages.length === 0) return;
    const words = announcementOf(before.current, messages, visitor);
    before.current = messages;
    if (words !== "") say(words);
  }, [messages, visitor]);
  useEffect(() => {
    if (writer !== null) say(`${isolatedText(writer)} is writing an answer.`);
  }, [writer]);

  return (
    <p className="only-read" role="status" data-testid="thread-announcer">
      <span key={said.count}>{said.words}</span>
    </p>
  );
}
