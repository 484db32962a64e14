import { isolatedText, visibleText } from "@parley/core/text";
import type { ReactElement } from "react";
import { InnerTabIndexContext } from "../../ui/inner-tab-index.ts";
import { Modal } from "../../ui/modal.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { UntrustedText } from "../../ui/untrusted-text.tsx";

export interface PictureViewerProps {
  readonly url: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A picture as large as the window. */
export function PictureViewer({ url, name, onClose }: PictureViewerProps): ReactElement {
  return (
    <InnerTabIndexContext value={0}>
      <Modal label={isolatedText(name)} className="viewer" onClose={onClose} testId="viewer">
        <div className="viewer-head">
          <UntrustedText className="viewer-name" text={name} />
          <SafeLink className="button" href={url}>
            Open in a new tab
          </SafeLink>
          <button onClick={onClose} data-testid="viewer-close">
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
      </Modal>
    </InnerTabIndexContext>
  );
}
