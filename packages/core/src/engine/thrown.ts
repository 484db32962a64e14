/** Codes of the system, of Node and of libraries; what else a plugin calls a code may be a visitor's words. */
const knownCode = /^(?:E[A-Z0-9]{2,20}|(?:ERR|UND_ERR|SQLITE)_[A-Z0-9_]{1,40})$/;

/** What the log may say of what a plugin threw: a known code, or else its class. */
export function kindOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { code } = thrown as { readonly code?: unknown };
  return typeof code === "string" && knownCode.test(code) ? code : thrown.constructor.name;
}

/**
 * Where an error was thrown, as `host.ts:12:7`: the file's name, line and column; `null` when that cannot be told from what
 * the error says, which may quote a visitor.
 */
export function placeOf(error: unknown): string | null {
  if (!(error instanceof Error) || typeof error.stack !== "string") return null;
  const { stack, message } = error;
  const line = stack.indexOf("\n");
  const said = stack.indexOf(": ") + 2;
  // Frames follow the message, which may have lines that look like frames.
  const isPlain = message !== "" && said > 1 && stack.startsWith(`${message}\n`, said);
  const frames = isPlain ? said + message.length : line;
  if (!isPlain && (message !== "" || (said > 1 && said < line))) return null;
  const [, frame = ""] = stack.slice(frames).split("\n");
  const [, place = null] = /^ {4}at .*?([^\s/\\():]{1,100}:\d+:\d+)\)?$/.exec(frame) ?? [];
  return place;
}
