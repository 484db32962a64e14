import { isolatedText } from "@parley/core/text";
import { type ReactElement, useMemo, useState } from "react";
import { safeUrl } from "../../ui/safe-url.ts";
import { AskFirst, focusWhen } from "./ask-first.tsx";
import type { Size } from "./media-facts.ts";

export interface PlayerProps {
  readonly kind: "audio" | "video";
  /** Untrusted address. Without a valid one there is no player. */
  readonly file: unknown;
  readonly name: string;
  /** What the button does, such as "Play video". */
  readonly label: string;
  readonly fileSize: unknown;
  readonly shownSize: Size | null;
}

/** Plays audio and video in the thread. */
export function Player(props: PlayerProps): ReactElement | null {
  const url = safeUrl(props.file);
  if (url === null) return null;
  return (
    <AskFirst url={url} label={props.label} size={props.fileSize}>
      {(asked) => <ShownPlayer {...props} url={url} asked={asked} />}
    </AskFirst>
  );
}

interface ShownPlayerProps extends PlayerProps {
  readonly url: string;
  readonly asked: boolean;
}

function ShownPlayer(props: ShownPlayerProps): ReactElement {
  const { kind: Element, url, asked, name, shownSize } = props;
  const [broken, setBroken] = useState(false);
  const focus = useMemo(() => focusWhen(asked), [asked]);
  if (broken) {
    return (
      <p className="media-broken" data-testid="media-broken">
        It cannot be played here.
      </p>
    );
  }
  return (
    <Element
      className="media-player"
      ref={focus}
      src={url}
      controls
      autoPlay={asked}
      preload="metadata"
      aria-label={isolatedText(name)}
      {...(Element === "video" && { ...shownSize, playsInline: true })}
      onError={() => setBroken(true)}
      data-testid="media-player"
    />
  );
}
