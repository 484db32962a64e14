import { type ReactElement, useState } from "react";
import type { MessageView } from "../src/message-view.ts";
import { messageKinds } from "./message-kinds.ts";
import { SafeLink } from "./safe-link.tsx";
import { safeUrl } from "./safe-url.ts";
import { bytesInWords, secondsInWords } from "./words.ts";

/** A media message (§2.5): a picture where there is one, and always a line that names it and leads to it. */
export function Media({ message }: { readonly message: MessageView }): ReactElement {
  const kind = messageKinds[message.type];
  const file = message["file"];
  const place = placeOf(message);
  const emoji = typeof message["emoji"] === "string" ? message["emoji"] : undefined;
  const name =
    message["title"] ?? message["file_name"] ?? place?.label ?? kind?.label ?? message.type;
  const facts = [
    message["performer"],
    kind?.label,
    secondsInWords(message["duration"]),
    bytesInWords(message["file_size"]),
  ].filter((fact) => typeof fact === "string" && fact !== name);

  return (
    <div className="media" data-testid="media">
      <Picture
        source={message["thumb"] ?? (kind?.picture ? file : null)}
        file={file}
        name={String(name)}
      />
      <SafeLink className="media-line" href={file ?? place?.map}>
        {emoji !== undefined && (
          <span className="media-symbol" aria-hidden="true">
            {emoji}
          </span>
        )}
        <span className="media-name" data-testid="media-name">
          {String(name)}
        </span>
        <span className="media-facts">{facts.join(" · ")}</span>
      </SafeLink>
    </div>
  );
}

interface PictureProps {
  readonly source: unknown;
  readonly file: unknown;
  readonly name: string;
}

function Picture({ source, file, name }: PictureProps): ReactElement | null {
  const url = safeUrl(source);
  const [broken, setBroken] = useState(false);
  if (url === null || broken) return null;
  return (
    <SafeLink href={file}>
      <img
        className="media-picture"
        src={url}
        alt={name}
        referrerPolicy="no-referrer"
        loading="lazy"
        onError={() => setBroken(true)}
        data-testid="media-picture"
      />
    </SafeLink>
  );
}

function placeOf(message: MessageView): { readonly label: string; readonly map: string } | null {
  const { latitude, longitude } = message;
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  return {
    label: `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    map: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`,
  };
}
