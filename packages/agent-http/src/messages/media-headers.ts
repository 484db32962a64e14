import { ParleyError } from "@parley/core";

/** Headers for the app's files, by origin. */
export type MediaHeaders = Readonly<Record<string, Readonly<Record<string, string>>>>;

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A copy with names in lower case, as clients take them. @throws ParleyError `invalid-option` */
export function readMediaHeaders(given: MediaHeaders): MediaHeaders {
  const all = Object.entries(given).map(([origin, headers]) => {
    if (URL.parse(origin)?.origin !== origin)
      throw invalid("must be an object of headers by origin, such as https://files.desk.example.");
    return [origin, readHeaders(headers)];
  });
  return Object.fromEntries(all) as MediaHeaders;
}

function readHeaders(headers: Readonly<Record<string, string>>): object {
  const entries = Object.entries(headers);
  // It quotes nothing: a value is most often a token.
  if (!entries.every(([name, value]) => headerName.test(name) && headerValue.test(value)))
    throw invalid(
      "has a header that cannot be sent: a line break at the end of a token, for example.",
    );
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

function invalid(what: string): ParleyError {
  return new ParleyError("invalid-option", `agentHttp: mediaHeaders ${what}`);
}
