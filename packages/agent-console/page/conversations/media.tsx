import { visibleText } from "@parley/core/text";
import { Fragment, type ReactElement, useState } from "react";
import type { MessageView } from "../../src/conversations/message-view.ts";
import { FileName } from "../ui/file-name.tsx";
import { messageKinds } from "./message-kinds.ts";
import { SafeLink } from "../ui/safe-link.tsx";
import { safeUrl } from "../ui/safe-url.ts";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { bytesInWords, secondsInWords } from "../ui/words.ts";

/** A media message (§2.5): a picture if it has one, and a line with its name and link. */
export function Media({ message }: { readonly message: MessageView }): ReactElement {
  const kind = messageKinds[message.type];
  const file = message["file"];
  const place = placeOf(message);
  const { title, emoji, performer, fileName } = textsOf(message);
  const name = title ?? fileName ?? place?.label ?? kind?.label ?? message.type;

  return (
    <div className="media" data-testid="media">
      <Picture source={message["thumb"] ?? (kind?.picture ? file : null)} file={file} name={name} />
      <SafeLink className="media-line" href={file ?? place?.map}>
        {emoji !== undefined && (
          <span className="media-symbol" aria-hidden="true">
            <UntrustedText text={emoji} />
          </span>
        )}
        <span className="media-name" data-testid="media-name">
          {name === fileName ? <FileName name={name} /> : <UntrustedText text={name} />}
        </span>
        <Facts
          facts={[
            performer && <UntrustedText text={performer} />,
            // Shown too, since a title does not reveal the file's type.
            name !== fileName && fileName && <FileName name={fileName} />,
            kind?.label !== name && kind?.label,
            secondsInWords(message["duration"]),
            bytesInWords(message["file_size"]),
          ]}
        />
      </SafeLink>
    </div>
  );
}

/** The sender's texts about a file. */
function textsOf(message: MessageView): Readonly<Record<string, string | undefined>> {
  const textOf = (field: string): string | undefined => {
    const text = message[field];
    return typeof text === "string" ? text : undefined;
  };
  return {
    title: textOf("title"),
    emoji: textOf("emoji"),
    performer: textOf("performer"),
    fileName: textOf("file_name"),
  };
}

type Fact = ReactElement | string | false | null | undefined;

function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  return (
    <span className="media-facts">
      {facts.filter(Boolean).map((fact, at) => (
        <Fragment key={at}>
          {at > 0 && " · "}
          {fact}
        </Fragment>
      ))}
    </span>
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
        alt={visibleText(name)}
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
