import { type ReactElement, useState } from "react";
import { focusWhenLost } from "../../../ui/focus.ts";
import { SafeLink } from "../../../ui/safe-link.tsx";
import { safeUrl } from "../../../ui/safe-url.ts";
import { messageKinds } from "../../message-kinds.ts";
import { addressProblem } from "./media-address.ts";
import type { FileFacts } from "./media-change.ts";

export interface MediaLookProps {
  readonly type: string;
  readonly address: string;
  readonly onFacts: (facts: FileFacts) => void;
}

/** Shows a picture before it is sent, or opens another file. Nothing is loaded before the agent asks. */
export function MediaLook({ type, address, onFacts }: MediaLookProps): ReactElement | null {
  const [looked, setLooked] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const url = addressProblem(address) === null ? safeUrl(address) : null;
  if (url === null) return null;
  if (messageKinds[type]?.shownAs !== "picture") {
    return (
      <p className="media-look wide">
        <SafeLink href={url}>Open it in a new tab</SafeLink> to look before you send it.
      </p>
    );
  }
  if (looked !== url) {
    return (
      <p className="media-look wide">
        <button type="button" onClick={() => setLooked(url)} data-testid="media-look">
          Look
        </button>{" "}
        Loads the picture from its address.
      </p>
    );
  }
  if (broken === url) {
    return (
      <p
        className="media-look warning wide"
        role="status"
        tabIndex={-1}
        ref={focusWhenLost}
        data-testid="media-look-failed"
      >
        The picture could not be loaded. Check the address: visitors will not see it either.
      </p>
    );
  }
  return (
    <img
      className="media-look wide"
      tabIndex={-1}
      ref={focusWhenLost}
      src={url}
      alt="The picture at this address"
      referrerPolicy="no-referrer"
      onLoad={(event) => onFacts(factsOf(event.currentTarget))}
      onError={() => setBroken(url)}
      data-testid="media-look-picture"
    />
  );
}

function factsOf({ naturalWidth, naturalHeight, currentSrc }: HTMLImageElement): FileFacts {
  const hasSize = naturalWidth > 0 && naturalHeight > 0;
  // A server of another origin tells it with `Timing-Allow-Origin` alone; else it is 0.
  const timing = performance.getEntriesByName(currentSrc, "resource").at(-1);
  const bytes = timing instanceof PerformanceResourceTiming ? timing.decodedBodySize : 0;
  return {
    width: hasSize ? naturalWidth : null,
    height: hasSize ? naturalHeight : null,
    bytes: bytes > 0 ? bytes : null,
  };
}
