import { hash } from "node:crypto";
import { SealedCursors } from "@parley/core";

/** Cursors of this API's lists. */
export const cursors = new SealedCursors((text) => hash("sha256", text, "base64url"));
