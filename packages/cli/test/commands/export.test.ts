import { expect, it } from "vitest";
import { parley } from "../support/parley.ts";
import { TemporaryDirectory } from "../support/temporary-directory.ts";

it("an export of one conversation and of a channel at once is refused as a misuse", async () => {
  using home = new TemporaryDirectory();
  const words = ["conversations", "export", "c1", "--channel", "shop"];
  expect(await parley(words, { cwd: home.path })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Give one conversation's id or --channel, not both."),
  });
});
