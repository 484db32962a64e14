import { invalidOption } from "../invalid-option.ts";
import { ApiError } from "./api-error.ts";

/** Where a path may begin. Anything else would go on with the host. */
const begin = /^(?:[/?]|$)/;
/** A segment that stands for its folder or the one above. The URL parser reads a backslash as a slash. */
const dots = /[/\\](?:\.|%2e){1,2}(?=[/\\]|$)/i;
/** The URL parser drops these, and what is left may be dots. */
const dropped = /[\t\n\r]/;

/**
 * The function that puts a path behind an API's address. It throws for one that would lead elsewhere than it reads.
 * @throws ParleyError `invalid-option`, if `url` is no http(s) URL, or has credentials, a query or a fragment
 */
export function apiUrls(url: string): (path: string) => string {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol)) throw invalid("an http(s) URL");
  if (base.username !== "" || base.password !== "") throw invalid("a URL without credentials");
  if (/[?#]/.test(url)) throw invalid("a URL without query and fragment");
  const root = url.replace(/\/+$/, "");
  return (path) => {
    const [folders = ""] = path.split("?");
    const isSafe = begin.test(path) && !dots.test(folders) && !dropped.test(path);
    const whole = isSafe && !path.includes("#") ? URL.parse(root + path) : null;
    if (whole !== null) return whole.href;
    const facts = { kind: "failed", status: null } as const;
    throw new ApiError(facts, "The path of a call leads out of the app's API; nothing was sent.");
  };
}

function invalid(expected: string): Error {
  return invalidOption("agentApi: url", expected);
}
