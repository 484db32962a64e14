import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { oldNodeFault, version } from "../src/version.ts";
import { parley } from "./support/parley.ts";

const own = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as Record<
  string,
  unknown
>;

it("the version is that of the package", () => {
  expect(version).toBe(own["version"]);
});

it("a Node that is too old is refused with the version that is needed", () => {
  expect(own["engines"]).toEqual({ node: ">=22.19" });
  for (const running of ["20.20.2", "22.18.9", "8.0.0"]) {
    expect(oldNodeFault(running)).toBe(
      `parley: It needs Node 22.19 or newer; this is Node ${running}.`,
    );
  }
  for (const running of ["22.19.0", "22.23.3", "24.0.0", "26.10.0"]) {
    expect(oldNodeFault(running)).toBeNull();
  }
});

it("parley on a Node that is too old does nothing but say so, with 2", async () => {
  const older =
    "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";
  const env = { NODE_OPTIONS: `--import="data:text/javascript,${older}"` };
  const run = await parley(["--version"], { cwd: import.meta.dirname, env });
  expect(run).toEqual({
    code: 2,
    stdout: "",
    stderr: "parley: It needs Node 22.19 or newer; this is Node 20.20.2.\n",
  });
});
