import { isolatedText } from "@parley/core/text";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { announcementOf } from "./announcements.ts";

export interface ThreadAnnouncerProps {
  readonly messages: readonly MessageView[];
  readonly visitor: string;
  /** Name of another agent who is writing; `null` when there is none. */
  readonly writer: string | null;
  /** Name of another agent app that answers; `null`: the console does; `undefined` while loading. */
  readonly answeredBy: string | null | undefined;
}

/** The only live region of a thread. */
export function ThreadAnnouncer(props: ThreadAnnouncerProps): ReactElement {
  const { messages, visitor, writer, answeredBy } = props;
  const answered = useRef(answeredBy);
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
  useEffect(() => {
    const before = answered.current;
    answered.current = answeredBy;
    if (before === undefined || answeredBy === undefined || before === answeredBy) return;
    say(
      answeredBy === null
        ? "You can answer this conversation now."
        : `${isolatedText(answeredBy)} answers this conversation now.`,
    );
  }, [answeredBy]);

  return (
    <p className="only-read" role="status" data-testid="thread-announcer">
      <span key={said.count}>{said.words}</span>
    </p>
  );
}
