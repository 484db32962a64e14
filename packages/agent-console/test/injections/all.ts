import { addresses } from "./addresses.ts";
import { breakers } from "./breakers.ts";
import { elements } from "./elements.ts";
import { foreign } from "./foreign.ts";
import { texts } from "./texts.ts";

/** Strings of others that must be shown as what they are. Whatever of them runs calls `__pwned()`. */
export const injections: readonly string[] = [
  ...elements,
  ...foreign,
  ...addresses,
  ...breakers,
  ...texts,
];
