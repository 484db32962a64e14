import { type ReactElement, useState } from "react";
import type { OtherText as Other } from "../../src/drafts/draft.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { focusContent } from "../ui/focus.ts";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { useUnsent, useUnsentState } from "./unsent-context.ts";
import { summaryInWords } from "../ui/words.ts";

const previewLength = 80;

/** What the agent wrote on another device, where two texts met: one click brings it back. */
export function OtherText({
  conversationId,
}: {
  readonly conversationId: string;
}): ReactElement | null {
  const { drafts } = useUnsent();
  const other = useUnsentState(({ others }) => others.get(conversationId)?.[0]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(false);
  if (other === undefined) return null;

  const run = async (work: () => Promise<void>): Promise<void> => {
    focusContent();
    setBusy(true);
    setProblem(false);
    try {
      await work();
    } catch {
      setProblem(true);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="other-text" role="group" aria-label="Your other text" data-testid="other-text">
      <p className="other-text-words">
        <strong>Your other text:</strong>{" "}
        <UntrustedText text={previewOf(other)} testId="other-text-words" />
      </p>
      <p className="unsent-buttons">
        <button
          type="button"
          disabled={busy}
          onClick={() => void run(() => drafts.swap(conversationId, other.revision))}
          data-testid="other-text-use"
        >
          Use this text
        </button>
        <ConfirmButton
          label="Discard"
          question="Delete this text?"
          confirm="Yes, delete"
          busy={busy}
          onConfirm={() => void run(() => drafts.drop(conversationId, other.revision))}
          testId="other-text-discard"
        />
      </p>
      {problem && (
        <p className="warning" role="alert" data-testid="other-text-problem">
          The gateway cannot be reached. Both texts are kept: try again in a little while.
        </p>
      )}
    </div>
  );
}

function previewOf({ text, media }: Other): string {
  const words = summaryInWords(
    media === null ? { type: "text", text } : { ...media.fields, type: media.type },
  );
  const characters = [...words];
  return characters.length > previewLength
    ? `${characters.slice(0, previewLength).join("")}…`
    : words;
}
