import { ParleyError } from "../../errors.ts";

/** The error of `ready()` for something that is no id of a conversation. */
export function notAnId(): ParleyError {
  const message =
    "The agent app called ready() with something that is no conversation's id. Nothing was changed: pass an id, or no argument for all.";
  return new ParleyError("not-a-conversation-id", message);
}
