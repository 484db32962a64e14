import type { Screen } from "../screens.ts";
import { composerStates } from "./composer.ts";
import { findingStates } from "./finding.ts";
import { inboxStates } from "./inbox.ts";
import { pageStates } from "./pages.ts";
import { signedOutStates } from "./signed-out.ts";

/** States that the walk of the docs' pictures leaves out: what is open, refused, empty, loading or gone. */
export const states: readonly Screen[] = [
  ...signedOutStates,
  ...composerStates,
  ...findingStates,
  ...inboxStates,
  ...pageStates,
];
