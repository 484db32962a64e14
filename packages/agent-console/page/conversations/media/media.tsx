import type { ReactElement } from "react";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { FileName } from "../../ui/file-name.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { bytesInWords, secondsInWords } from "../../ui/words.ts";
import { type MessageKind, messageKinds } from "../message-kinds.ts";
import { fitted, placeOf, sizeOf, textOf } from "./media-facts.ts";
import { MediaLine } from "./media-line.tsx";
import { Picture } from "./picture.tsx";
import { Player } from "./player.tsx";

const pictureLimit = { width: 420, height: 320 };
const stickerLimit = { width: 180, height: 180 };

export interface MediaProps {
  readonly message: MessageView;
}

/** A media message (§2.5): a picture or a player if it has one, and a line with its name and facts. */
export function Media({ message }: MediaProps): ReactElement {
  const kind = messageKinds[message.type];
  const file = message["file"];
  const place = file === undefined ? placeOf(message) : null;
  const title = textOf(message, "title");
  const fileName = textOf(message, "file_name");
  const performer = textOf(message, "performer");
  const name = title ?? fileName ?? kind?.label ?? message.type;
  const size = sizeOf(message);
  // The button that loads the file tells its size already.
  const isSizeAsked = message["thumb"] === undefined && isLoaded(kind?.shownAs);

  return (
    <div className="media" data-testid="media">
      <Shown message={message} name={name} />
      <MediaLine
        href={file}
        emoji={textOf(message, "emoji")}
        name={name}
        isFileName={name === fileName}
        facts={[
          performer && <UntrustedText text={performer} />,
          // Shown too, since a title does not reveal the file's type.
          name !== fileName && fileName && <FileName name={fileName} />,
          kind?.label !== name && kind?.label,
          place?.coordinates,
          secondsInWords(message["duration"]),
          size && `${size.width} × ${size.height}`,
          isSizeAsked ? null : bytesInWords(message["file_size"]),
        ]}
      />
      {place !== null && (
        <SafeLink className="media-map" href={place.map}>
          Open in OpenStreetMap
        </SafeLink>
      )}
    </div>
  );
}

function isLoaded(shownAs: MessageKind["shownAs"] | undefined): boolean {
  return shownAs === "picture" || shownAs === "audio" || shownAs === "video";
}

interface ShownProps extends MediaProps {
  readonly name: string;
}

function Shown({ message, name }: ShownProps): ReactElement | null {
  const { label = "", shownAs = "file" } = messageKinds[message.type] ?? {};
  const size = sizeOf(message);
  const isSticker = message.type === "sticker";
  const shownSize = size && fitted(size, isSticker ? stickerLimit : pictureLimit);
  const common = { file: message["file"], name, fileSize: message["file_size"], shownSize };
  if (shownAs === "audio" || shownAs === "video") {
    return <Player {...common} kind={shownAs} label={`Play ${label.toLowerCase()}`} />;
  }
  const { thumb } = message;
  if (shownAs === "picture") {
    return (
      <Picture {...common} thumb={thumb} label={isSticker ? "Show sticker" : "Show picture"} />
    );
  }
  if (thumb === undefined) return null;
  // The size is the file's, not the preview's.
  return <Picture {...common} file={null} thumb={thumb} label="Show preview" shownSize={null} />;
}
