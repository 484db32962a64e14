import type { CannedReply } from "./reply-api.ts";

/** A shortcut that is being typed: the slash, and what follows it up to the caret. */
export interface TypedShortcut {
  /** Index of the slash. */
  readonly from: number;
  /** Index of the caret. */
  readonly to: number;
  readonly query: string;
}

/** The shortcut before the caret. Its slash begins the text or follows white space. `null`: there is none. */
export function typedShortcut(text: string, caret: number): TypedShortcut | null {
  const match = /(?:^|\s)\/([^\s/]{0,40})$/u.exec(text.slice(0, caret));
  if (match === null) return null;
  const query = match[1] ?? "";
  return { from: caret - query.length - 1, to: caret, query };
}

const shownAtMost = 50;

/** Replies that match, the best first: by the beginning of the shortcut, by a part of it, by the text. */
export function matchingReplies(
  replies: readonly CannedReply[],
  query: string,
): readonly CannedReply[] {
  const wanted = folded(query);
  const rank = ({ shortcut, text }: CannedReply): number => {
    if (folded(shortcut).startsWith(wanted)) return 0;
    if (folded(shortcut).includes(wanted)) return 1;
    return folded(text).includes(wanted) ? 2 : 3;
  };
  return replies
    .filter((reply) => rank(reply) < 3)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, shownAtMost);
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
