import { type ReactElement, type ReactNode, useContext, useState } from "react";
import { ShowMediaContext } from "../../settings/show-media.ts";
import { useInnerTabIndex } from "../../ui/inner-tab-index.ts";
import { bytesInWords } from "../../ui/words.ts";

export interface AskFirstProps {
  /** An http(s) address that a visitor gave. */
  readonly url: string;
  /** What the button does, such as "Show picture". */
  readonly label: string;
  /** In bytes, as the sender says. */
  readonly size: unknown;
  /** `asked`: whether the agent has just asked for it. */
  readonly children: (asked: boolean) => ReactNode;
}

/** Loads nothing from a visitor's address before the agent asks, unless an admin allows it for all. */
export function AskFirst({ url, label, size, children }: AskFirstProps): ReactNode {
  const isAllowed = useContext(ShowMediaContext);
  const [asked, setAsked] = useState(false);
  const tabIndex = useInnerTabIndex();
  if (isAllowed || asked) return children(asked);
  return <AskButton {...{ url, label, size, tabIndex }} onAsk={() => setAsked(true)} />;
}

interface AskButtonProps extends Omit<AskFirstProps, "children"> {
  readonly tabIndex: 0 | -1;
  readonly onAsk: () => void;
}

function AskButton({ url, label, size, tabIndex, onAsk }: AskButtonProps): ReactElement {
  const facts = [new URL(url).host, bytesInWords(size)].filter(Boolean);
  return (
    <button className="media-ask" tabIndex={tabIndex} onClick={onAsk} data-testid="media-ask">
      <strong>{label}</strong>
      <span className="media-facts">{facts.join(" · ")}</span>
    </button>
  );
}

/** The button has disappeared: what it has shown gets the focus. */
export function focusWhen(asked: boolean): (element: HTMLElement | null) => void {
  return (element) => {
    if (asked) element?.focus({ preventScroll: true });
  };
}
