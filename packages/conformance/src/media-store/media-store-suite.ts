import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { copyRules } from "./copies.ts";
import { linkRules } from "./links.ts";
import { type MediaStoreCheck, MediaStoreTrial, type OpenMediaStore } from "./media-store-trial.ts";
import { refusalRules } from "./refusals.ts";

/** Tests a `MediaStore` in a real core, with files of an app on loopback and links that are opened over HTTP. */
export function mediaStoreSuite(runner: Runner, name: string, open: OpenMediaStore): void {
  const { describe } = runner;
  const { it } = citeRules(runner, sources.mediaStore);
  const check: MediaStoreCheck = (title, body) =>
    void it(title, () => MediaStoreTrial.run(open, body));
  describe(`${name} as a MediaStore`, () => {
    describe("copies", () => copyRules(check));
    describe("refusals", () => refusalRules(check));
    describe("links", () => linkRules(check));
  });
}
