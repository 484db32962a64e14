import { type Refusal, refuse } from "@parley/core";

/** Properties that Express and its body parser set on errors of a request. */
interface RequestError {
  readonly status: number;
}

/** The refusal for an error of the request itself; otherwise `null`. Never quotes the error. */
export function refusalOfRequest(error: unknown): Refusal | null {
  if (!isRequestError(error)) {
    return null;
  }
  switch (error.status) {
    case 413:
      return { ...refuse("bodyTooLarge"), message: "The body is too large. Nothing was changed." };
    case 415:
      return {
        ...refuse("contentEncoding"),
        message: "The body must be JSON in UTF-8, without Content-Encoding. Nothing was changed.",
      };
    default:
      return refuse("invalidRequest", { detail: "The URL or the JSON body cannot be read" });
  }
}

function isRequestError(error: unknown): error is RequestError {
  const status =
    typeof error === "object" && error !== null && "status" in error ? error.status : null;
  return typeof status === "number" && status >= 400 && status < 500;
}
