import type { VisitorEvent } from "@parley/core";
import { isolatedText } from "@parley/core/text";

const rows = [
  ["name", "Name"],
  ["phone", "Phone"],
  ["email", "E-mail"],
  ["photo", "Photo"],
  ["invite", "Replies to"],
  ["url", "Page"],
] as const;

/**
 * Who a visitor is, one fact a line: name, phone, e-mail, photo, the invitation that they reply to, their page, and their
 * id. Everything is untrusted: it is made visible and isolated, so that it cannot break lines or reorder them.
 */
export function visitorCard(visitor: VisitorEvent["visitor"]): string {
  const known = rows.flatMap(([field, label]) => {
    const value = visitor[field];
    return value === undefined ? [] : [`${label}: ${shown(value)}`];
  });
  return [...known, `Id: ${shown(visitor.id)}`].join("\n");
}

/** A link is shown as the URL parser writes it, without characters that could hide or reorder it. */
function shown(text: string): string {
  const url = /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null;
  return url?.href ?? isolatedText(text);
}
