import { visibleText } from "@parley/core/text";
import { type ReactElement, useMemo, useState } from "react";
import { useInnerTabIndex } from "../../ui/inner-tab-index.ts";
import { safeUrl } from "../../ui/safe-url.ts";
import { AskFirst, focusWhen } from "./ask-first.tsx";
import type { Size } from "./media-facts.ts";
import { PictureViewer } from "./picture-viewer.tsx";

export interface PictureProps {
  /** Untrusted addresses. Without a valid one nothing is shown. */
  readonly thumb: unknown;
  readonly file: unknown;
  readonly name: string;
  readonly label: string;
  readonly fileSize: unknown;
  /** Reserves the space; `null` when the sender does not tell. */
  readonly shownSize: Size | null;
}

/** A picture in the thread, and its viewer. */
export function Picture(props: PictureProps): ReactElement | null {
  const { name, label, fileSize, shownSize } = props;
  const file = safeUrl(props.file);
  const url = safeUrl(props.thumb) ?? file;
  if (url === null) return null;
  return (
    <AskFirst url={url} label={label} size={url === file ? fileSize : null}>
      {(asked) => (
        <ShownPicture url={url} full={file ?? url} asked={asked} name={name} size={shownSize} />
      )}
    </AskFirst>
  );
}

interface ShownPictureProps {
  readonly url: string;
  readonly full: string;
  readonly asked: boolean;
  readonly name: string;
  readonly size: Size | null;
}

function ShownPicture({ url, full, asked, name, size }: ShownPictureProps): ReactElement {
  const [broken, setBroken] = useState(false);
  const [open, setOpen] = useState(false);
  const tabIndex = useInnerTabIndex();
  const focus = useMemo(() => focusWhen(asked), [asked]);
  if (broken) {
    return (
      <p className="media-broken" data-testid="media-broken">
        The picture cannot be shown.
      </p>
    );
  }
  return (
    <>
      <button
        className="media-enlarge"
        ref={focus}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        title={`Enlarge (${new URL(full).host})`}
        onClick={() => setOpen(true)}
        data-testid="media-enlarge"
      >
        <img
          className="media-picture"
          src={url}
          alt={visibleText(name)}
          {...size}
          referrerPolicy="no-referrer"
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          data-testid="media-picture"
        />
      </button>
      {open && <PictureViewer url={full} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
