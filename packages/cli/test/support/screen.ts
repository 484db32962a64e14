// A line's texts, returns to its start, erasures, and everything else that moves or colours.
// oxlint-disable-next-line no-control-regex
const parts = /\r|\u001b\[1G|\u001b\[[02]K|\u001b(?:\[[0-9;?]*[A-Za-z]|[78])|[^\r\u001b]+/g;

/** The visible text of a screen: later output replaces earlier, erased text and colours are gone. */
export function screenOf(shown: string): string {
  return shown
    .split("\n")
    .map((line) => lineOf(line.replace(/\r+$/, "")))
    .join("\n");
}

function lineOf(line: string): string {
  let seen = "";
  let at = 0;
  for (const [part] of line.matchAll(parts)) {
    if (part === "\r" || part === "\u001b[1G") at = 0;
    else if (part === "\u001b[2K") seen = "";
    else if (part === "\u001b[0K") seen = seen.slice(0, at);
    else if (!part.startsWith("\u001b")) {
      seen = seen.slice(0, at).padEnd(at) + part + seen.slice(at + part.length);
      at += part.length;
    }
  }
  return seen;
}
