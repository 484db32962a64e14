import type { Failure } from "@parley/core";
import { type ReactElement, useContext, useRef, useState } from "react";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { api } from "../../api/api.ts";
import type { ApiError } from "../../api/call.ts";
import { AnsweredByContext } from "../owners/answered-by.ts";
import { useInnerTabIndex } from "../../ui/inner-tab-index.ts";
import { UntrustedLines } from "../../ui/untrusted-text.tsx";
import { reasonInWords } from "../../ui/words.ts";

export interface FailureNoticeProps {
  readonly conversationId: string;
  readonly message: MessageView;
  readonly failure: Failure;
}

/** Tells the agent that a message was not delivered, and why (§4.3, ruling 17). */
export function FailureNotice(props: FailureNoticeProps): ReactElement {
  const { conversationId, message, failure } = props;
  const tabIndex = useInnerTabIndex();
  const answeredBy = useContext(AnsweredByContext);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const notice = useRef<HTMLDivElement>(null);

  const sendAgain = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      // The button goes with the failure. It must not take the focus along.
      notice.current?.closest<HTMLElement>(".message")?.focus();
      await api.sendAgain(conversationId, message.id, failure);
    } catch (error) {
      setProblem((error as ApiError).message);
    }
    setBusy(false);
  };

  return (
    <div className="failure" ref={notice} data-testid="failure-notice" data-reason={failure.reason}>
      <p>
        <strong>Not delivered.</strong> {reasonInWords(failure.reason)}
      </p>
      {failure.description !== undefined && failure.description !== "" && (
        <p className="failure-description" dir="auto" data-testid="failure-description">
          “<UntrustedLines text={failure.description} />”
        </p>
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {message.direction === "outbound" && answeredBy === null && (
        <button
          disabled={busy}
          tabIndex={tabIndex}
          onClick={() => void sendAgain()}
          data-testid="send-again"
        >
          {busy ? "Sending…" : "Send again"}
        </button>
      )}
    </div>
  );
}
