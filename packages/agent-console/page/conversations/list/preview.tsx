import type { ReactElement } from "react";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { FileName } from "../../ui/file-name.tsx";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { summaryOf } from "../../ui/words.ts";

/** A one-line summary of a message. */
export function Preview({ message }: { readonly message: MessageView }): ReactElement {
  const { label, text, isFileName } = summaryOf(message);
  return (
    <>
      {label !== "" && <span>{text === "" ? label : `${label}: `}</span>}
      {isFileName ? <FileName name={text} /> : <UntrustedText className="preview" text={text} />}
    </>
  );
}
