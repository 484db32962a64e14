import { isolatedText, visibleText } from "@parley/core/text";
import { type ReactElement, useEffect, useRef } from "react";
import { InnerTabIndexContext } from "../../ui/inner-tab-index.ts";
import { SafeLink } from "../../ui/safe-link.tsx";
import { UntrustedText } from "../../ui/untrusted-text.tsx";

export interface PictureViewerProps {
  readonly url: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A picture as large as the window. Escape, the button or a click beside it closes it. */
export function PictureViewer({ url, name, onClose }: PictureViewerProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  return (
    <InnerTabIndexContext value={0}>
      <dialog
        className="viewer"
        ref={dialog}
        aria-label={isolatedText(name)}
        onClose={onClose}
        onClick={(event) => event.target === event.currentTarget && close()}
        data-testid="viewer"
      >
        <div className="viewer-head">
          <UntrustedText className="viewer-name" text={name} />
          <SafeLink className="button" href={url}>
            Open in a new tab
          </SafeLink>
          <button onClick={close} data-testid="viewer-close">
            Close
          </button>
        </div>
        <img
          className="viewer-picture"
          src={url}
          alt={visibleText(name)}
          referrerPolicy="no-referrer"
          data-testid="viewer-picture"
        />
      </dialog>
    </InnerTabIndexContext>
  );
}
