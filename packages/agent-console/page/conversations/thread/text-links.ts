import { safeUrl } from "../../ui/safe-url.ts";

/** A link in a message's text. */
export interface TextLink {
  readonly href: string;
  /** Where the link leads: a host, or an email address. */
  readonly target: string;
  /** Whether the text does not show the target as it is. */
  readonly isDisguised: boolean;
}

/** A part of a message's text. */
export interface TextPart {
  readonly text: string;
  /** `null` for plain text. */
  readonly link: TextLink | null;
}

// An address ends where a character would hide or reorder it.
const candidates = /(?<![\p{L}\p{N}_])(?:https?:\/\/|mailto:)[^\s<>"“”«»`\p{Cc}\p{Cf}\p{DI}]+/giu;
const punctuation = /[.,;:!?'’…*]/u;
const openers: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Splits a text into links (http, https, mailto) and the text between them. Nothing is lost. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    const shown = withoutEnd(found);
    const link = linkOf(shown);
    if (link === null) continue;
    if (index > from) parts.push({ text: text.slice(from, index), link: null });
    parts.push({ text: shown, link });
    from = index + shown.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), link: null });
  return parts;
}

/** Without the punctuation of the sentence around it. */
function withoutEnd(found: string): string {
  let text = found;
  for (;;) {
    const last = text.at(-1) ?? "";
    const opener = openers[last];
    const isOpen = opener !== undefined && countOf(text, opener) >= countOf(text, last);
    if (isOpen || (opener === undefined && !punctuation.test(last))) return text;
    text = text.slice(0, -1);
  }
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

function linkOf(text: string): TextLink | null {
  if (/^mailto:/i.test(text)) return emailLinkOf(text);
  const href = safeUrl(text);
  if (href === null) return null;
  const { host } = new URL(href);
  const shownHost = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  return { href, target: host, isDisguised: shownHost.toLowerCase() !== host };
}

/** Only the address: a visitor must not fill in copies, a subject or a text. */
function emailLinkOf(text: string): TextLink | null {
  const address = /^mailto:([^?@\s]+@[^?@\s]+)/i.exec(text)?.[1];
  if (address === undefined || !URL.canParse(`mailto:${address}`)) return null;
  return { href: `mailto:${address}`, target: address, isDisguised: false };
}
