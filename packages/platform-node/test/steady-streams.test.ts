import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const source = new URL("../src/steady-streams.ts", import.meta.url).href;

it("streams are made steady without anybody hearing of an error, however often", () => {
  const code = `import { steadyStreams } from "${source}"; steadyStreams(); steadyStreams();`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
