/** A value, or an error that follows the variable's name in a sentence. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly expected: string };

export function nonEmpty(text: string): Reading<string> {
  return { ok: true, value: text };
}

/** A bearer token that every client can send in an HTTP header. */
export function tokenOf(text: string): Reading<string> {
  return /^[\x20-\x7e]+$/.test(text)
    ? { ok: true, value: text }
    : {
        ok: false,
        expected: "must hold only ASCII characters: an HTTP header allows no others",
      };
}

/** 0 to 65535. */
export function portOf(text: string): Reading<number> {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535
    ? { ok: true, value: port }
    : { ok: false, expected: "must be a port number from 0 to 65535" };
}

/** Whole milliseconds, at most one minute. */
export function durationMsOf(text: string): Reading<number> {
  const durationMs = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return durationMs <= 60_000
    ? { ok: true, value: durationMs }
    : { ok: false, expected: "must be a whole number of milliseconds, at most 60000" };
}

/** Whole seconds, at most one day. */
export function secondsOf(text: string): Reading<number> {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return seconds >= 1 && seconds <= 86_400
    ? { ok: true, value: seconds }
    : { ok: false, expected: "must be a whole number of seconds, from 1 to 86400" };
}

/** An http(s) origin without a trailing slash. */
export function originOf(text: string): Reading<string> {
  const url = URL.parse(text);
  const plain = url !== null && /^https?:$/.test(url.protocol) && url.username === "";
  return plain && url.pathname === "/" && url.search === "" && url.hash === ""
    ? { ok: true, value: url.origin }
    : {
        ok: false,
        expected: "must be an http or https URL without a path, such as https://chat.example.com",
      };
}

/** An http(s) URL, with or without a path. */
export function httpUrlOf(text: string): Reading<string> {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol)
    ? { ok: true, value: url.href }
    : { ok: false, expected: "must be an http or https URL, such as http://127.0.0.1:4318" };
}

/** `public` or `token`. */
export function isPublic(text: string): Reading<boolean> {
  const word = text.toLowerCase();
  return word === "public" || word === "token"
    ? { ok: true, value: word === "public" }
    : { ok: false, expected: 'must be "public" or "token"' };
}

/** Comma-separated entries. */
export function listOf(text: string): Reading<readonly string[]> {
  const entries = text.split(",").map((entry) => entry.trim());
  return { ok: true, value: entries.filter((entry) => entry !== "") };
}

export function isOn(text: string): Reading<boolean> {
  const word = text.toLowerCase();
  if (["1", "true", "on", "yes"].includes(word)) return { ok: true, value: true };
  if (["0", "false", "off", "no"].includes(word)) return { ok: true, value: false };
  return { ok: false, expected: 'must be "1" or "0"' };
}

/**
 * A value for Express's `trust proxy`: a number of hops, addresses and CIDR blocks, or `false`. Trusting every proxy is
 * refused.
 */
export function trustProxyOf(text: string): Reading<string | number | false> {
  if (/^\d+$/.test(text)) return { ok: true, value: Number(text) };
  const on = isOn(text);
  if (!on.ok) return { ok: true, value: text };
  return on.value
    ? { ok: false, expected: "must be a number of proxies, or their addresses and CIDR blocks" }
    : { ok: true, value: false };
}
