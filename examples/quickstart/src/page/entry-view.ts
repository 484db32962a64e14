import type { Entry, WireMessage } from "../shop/entry.ts";
import { element } from "./elements.ts";
import { safeUrl } from "./safe-url.ts";
import { fileName, strangerText } from "./stranger-text.ts";

/** The view of one entry. `onAgain` sends a failed one again. */
export function entryView(entry: Entry, onAgain: () => void): HTMLElement {
  const { from, message, state } = entry;
  const attributes = {
    class: `message from-${from}`,
    "data-testid": "shop-message",
    "data-from": from,
    "data-state": state,
    "data-id": message.id,
  };
  return element("article", attributes, bubble(message), foot(entry, onAgain));
}

function bubble(message: WireMessage): HTMLElement {
  const made = element("div", { class: "bubble", dir: "auto" });
  if (message.type !== "text") made.append(media(message));
  if (typeof message["text"] === "string" && message["text"] !== "") {
    made.append(element("p", { "data-testid": "shop-message-text" }, message["text"]));
  }
  return made;
}

function media(message: WireMessage): HTMLElement {
  const file = safeUrl(message["file"]);
  const shown = element("span", { "data-testid": "shop-media-label" }, ...label(message));
  if (file === null) return shown;
  const link = element("a", { href: file, target: "_blank", rel: "noopener noreferrer" });
  const picture = safeUrl(message["thumb"]) ?? (isPicture(message.type) ? file : null);
  if (picture !== null) {
    const image = element("img", { src: picture, alt: "", referrerpolicy: "no-referrer" });
    image.addEventListener("error", () => image.remove());
    link.append(image);
  }
  link.append(shown);
  return link;
}

/** A title does not reveal the file's type, so its name follows. */
function label(message: WireMessage): readonly (Node | string)[] {
  const { title, file_name: name } = message;
  const file = name === undefined ? [] : [fileName(String(name))];
  if (title === undefined && name !== undefined) return file;
  const words = strangerText(String(title ?? placeOf(message) ?? message.type));
  return name === undefined ? [words] : [words, " · ", ...file];
}

function isPicture(type: string): boolean {
  return type === "photo" || type === "sticker";
}

function placeOf({ latitude, longitude }: WireMessage): string | null {
  return latitude === undefined ? null : `📍 ${String(latitude)}, ${String(longitude)}`;
}

const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

function foot({ from, author, at, state, remark }: Entry, onAgain: () => void): HTMLElement {
  const made = element("footer", { class: "foot" });
  if (from === "agent") {
    made.append(
      element("span", { "data-testid": "shop-author" }, strangerText(author ?? "Agent")),
      " · ",
    );
  }
  made.append(time.format(at));
  if (state === "sending") made.append(" · Sending…");
  if (state === "failed") made.append(` · Not sent. ${remark ?? ""}`, againButton(onAgain));
  if (state === "sent" && remark !== null) made.append(` · ${remark}`);
  return made;
}

function againButton(onAgain: () => void): HTMLElement {
  const button = element("button", { type: "button", "data-testid": "shop-again" }, "Try again");
  button.addEventListener("click", onAgain, { once: true });
  return button;
}
