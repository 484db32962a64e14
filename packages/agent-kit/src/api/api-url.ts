import { ParleyError } from "@parley/core";
import { ApiError } from "./api-error.ts";

/**
 * The function that puts a path behind an API's address.
 * @throws ParleyError `invalid-option`, if `url` is no http(s) URL, or has credentials, a query or a fragment
 */
export function apiUrls(url: string): (path: string) => string {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol)) throw invalid("an http(s) URL");
  if (base.username !== "" || base.password !== "") throw invalid("a URL without credentials");
  if (/[?#]/.test(url)) throw invalid("a URL without query and fragment");
  const root = url.replace(/\/+$/, "");
  const rootPath = base.pathname.replace(/\/+$/, "");
  return (path) => {
    const whole = URL.parse(root + path);
    const isInside =
      /^(?:[/?]|$)/.test(path) &&
      whole !== null &&
      whole.origin === base.origin &&
      (whole.pathname === base.pathname || whole.pathname.startsWith(`${rootPath}/`));
    if (isInside && whole.hash === "") return whole.href;
    const facts = { kind: "failed", status: null } as const;
    throw new ApiError(facts, "The path of a call leads out of the app's API; nothing was sent.");
  };
}

function invalid(expected: string): ParleyError {
  return new ParleyError("invalid-option", `agentApi: url must be ${expected}.`);
}
