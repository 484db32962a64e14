import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { kindNames, type Tarballs } from "../src/index.ts";
import { create, createOnTerminal } from "./support/create.ts";

let here: string;
beforeEach(() => (here = mkdtempSync(join(tmpdir(), "parley-create-"))));
afterEach(() => rmSync(here, { recursive: true }));

const read = (...path: string[]) => readFileSync(join(here, ...path), "utf8");

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

describe("create-agent-backend", () => {
  it.each(kindNames)("makes a package under its own name: %s", async (kind) => {
    const { code, stdout, stderr } = await create(["night-desk", `--${kind}`], here);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Made ${join(here, "night-desk")}\n`);
    expect(stdout).toContain("needs Node 22.19 or newer");
    const files = readdirSync(join(here, "night-desk"), { recursive: true }).map(String);
    for (const file of ["README.md", ".gitignore", ".npmrc", "host.ts", "test/suite.test.ts"])
      expect(files).toContain(file);
    const texts = files
      .filter((file) => /\.\w+$/.test(file))
      .map((file) => read("night-desk", file));
    expect(texts.filter((text) => /my-?app|MyApp|My app/.test(text))).toEqual([]);
    expect(read("night-desk", "src/index.ts")).toContain("{ nightDeskAgent, NightDeskOptions }");
    const { name, dependencies } = JSON.parse(read("night-desk", "package.json")) as Manifest;
    expect([name, "@parley/agent-kit" in dependencies]).toEqual(["night-desk", kind !== "plain"]);
  });

  it("makes a package whose name has that of the template in it", async () => {
    await create(["new-my-app", "--http"], here);
    expect(read("new-my-app", "src/index.ts")).toContain("{ newMyAppAgent, NewMyAppOptions }");
  });

  it("takes packages of ours from tarballs, those that they need too", async () => {
    const tarballs: Tarballs = {
      "@parley/core": "file:vendor/core.tgz",
      "@parley/ingress-node": "file:vendor/ingress-node.tgz",
    };
    const asked: unknown[] = [];
    const vendor = (...call: unknown[]) => (asked.push(call), tarballs);
    await create(["desk", "--http"], here, { vendor });
    const made = JSON.parse(read("desk/package.json")) as Manifest;
    expect(made.devDependencies["@parley/core"]).toBe("file:vendor/core.tgz");
    expect([made.private, made.overrides]).toEqual([true, tarballs]);
    expect(asked).toEqual([
      [expect.arrayContaining(["@parley/agent-kit", "@parley/core"]), join(here, "desk")],
    ]);
  });

  it("shows its help", async () => {
    const { code, stdout } = await create(["--help"], here);
    expect([code, readdirSync(here)]).toEqual([0, []]);
    for (const kind of kindNames) expect(stdout).toContain(`--${kind} `);
  });

  it.each([
    [[], "Give a directory."],
    [["desk"], "Give a kind: --http, --polling or --plain."],
    [["desk", "--http", "--plain"], "Give one kind, not --http and --plain."],
    [["desk", "--grpc"], "Unknown option '--grpc'. The kinds are --http, --polling, --plain;"],
    [["desk", "other", "--http"], 'Give one directory, not "desk" and "other".'],
    [["My-Desk", "--http"], '"My-Desk" is no name for a plugin: use 1 to 40 lower-case letters'],
    [["4desks", "--http"], '"4desks" is no name for a plugin'],
    [["node-modules", "--http"], '"node-modules" is no name for a plugin'],
    [["..", "--http"], '".." is no name for a plugin'],
    [["typebox", "--http"], '"typebox" is a package that the plugin needs: use another name.'],
    [["express", "--plain"], '"express" is a package that the plugin needs'],
  ])("without a terminal, refuses %j and writes nothing", async (words, sentence) => {
    const { code, stdout, stderr } = await create(words, here);
    expect([code, stdout, readdirSync(here)]).toEqual([2, "", []]);
    expect(stderr).toContain(sentence);
    expect(stderr.split("\n")).toHaveLength(2);
  });

  it("refuses a directory that is not empty, or is a file, and keeps what is there", async () => {
    mkdirSync(join(here, "desk"));
    writeFileSync(join(here, "desk/notes"), "mine");
    writeFileSync(join(here, "file"), "mine");
    for (const name of ["desk", "file"]) {
      const { code, stderr } = await create([name, "--plain"], here);
      expect([code, stderr]).toEqual([2, expect.stringContaining("exists and is not empty.")]);
    }
    expect([readdirSync(join(here, "desk")), read("file")]).toEqual([["notes"], "mine"]);
  });

  it("takes a directory that is empty", async () => {
    mkdirSync(join(here, "desk"));
    expect((await create(["desk", "--plain"], here)).code).toBe(0);
  });

  describe("in a workspace", () => {
    beforeEach(() => {
      mkdirSync(join(here, "house/packages"), { recursive: true });
      writeFileSync(join(here, "house/pnpm-workspace.yaml"), "packages: [packages/*]\n");
    });

    it("refuses a path inside, whose package would be taken for a part of it", async () => {
      const { code, stderr } = await create(["packages/desk", "--plain"], join(here, "house"));
      expect([code, stderr]).toEqual([2, expect.stringContaining("is in the workspace ")]);
      expect(readdirSync(join(here, "house/packages"))).toEqual([]);
    });

    it("puts a name without a path beside it, and says where", async () => {
      const { code, stdout } = await create(["desk", "--plain"], join(here, "house/packages"));
      expect([code, existsSync(join(here, "desk/package.json"))]).toEqual([0, true]);
      expect(stdout).toContain(`cd ${join(here, "desk")}`);
    });

    it("of npm, refuses it as well", async () => {
      mkdirSync(join(here, "other"));
      writeFileSync(join(here, "other/package.json"), '{"workspaces":["*"]}');
      expect((await create(["other/desk", "--plain"], here)).code).toBe(2);
    });
  });
});

describe("on a terminal, create-agent-backend", () => {
  it("asks for the name and the kind, again when the answer fits none", async () => {
    const { code, stdout } = await createOnTerminal([], here, ["", "desk", "grpc", "polling"]);
    expect([code, existsSync(join(here, "desk/package.json"))]).toEqual([0, true]);
    expect(stdout).toMatch(/Name of the package: [^]+ 1\. http: [^]+Kind of app: /);
  });

  it("says what is wrong with a name, and asks again", async () => {
    const answers = ["My Desk", "desk", "http"];
    const { code, stdout } = await createOnTerminal([], here, answers);
    expect([code, existsSync(join(here, "desk/package.json"))]).toEqual([0, true]);
    expect(stdout).toContain('"My Desk" is no name for a plugin: use 1 to 40 lower-case letters');
  });

  it("asks for no kind when the directory is wrong", async () => {
    const { code, stdout, stderr } = await createOnTerminal(["My-Desk"], here, []);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('"My-Desk" is no name for a plugin');
  });

  it("asks only for what was left out", async () => {
    const { code, stdout } = await createOnTerminal(["desk"], here, ["3"]);
    expect([code, stdout.includes("Name of the package")]).toEqual([0, false]);
    expect(read("desk/package.json")).not.toContain("agent-kit");
  });

  it("asks nothing when everything was given", async () => {
    expect((await createOnTerminal(["desk", "--http"], here, [])).code).toBe(0);
  });

  it("writes nothing when nobody answers", async () => {
    const { code, stderr } = await createOnTerminal(["desk"], here, [null]);
    expect([code, stderr]).toEqual([2, "Nothing was answered, and nothing was written.\n"]);
    expect(readdirSync(here)).toEqual([]);
  });
});
