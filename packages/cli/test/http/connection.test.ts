import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { nobody } from "../support/nobody.ts";
import { afterAll, describe, expect, it } from "vitest";
import { findConnection } from "../../src/http/connection.ts";
import { parley } from "../support/parley.ts";
import { type Answer, json, ScriptedApi } from "../support/gateways/scripted-api.ts";
import { TemporaryDirectory } from "../support/temporary-directory.ts";

const opened = new AsyncDisposableStack();
const { path: cwd } = opened.use(new TemporaryDirectory());
const secret = "a-secret-token-that-nobody-may-see";

afterAll(() => opened.disposeAsync());

async function served(answer: Answer): Promise<ScriptedApi> {
  return opened.use(await ScriptedApi.open(answer));
}

const wantsToken: Answer = (request, response) =>
  json(
    request.headers.authorization === `Bearer ${secret}`
      ? { jobs: [] }
      : { error: { code: 40101, message: "Valid credentials are required" } },
    request.headers.authorization === `Bearer ${secret}` ? 200 : 401,
  )(request, response);

describe("the gateway to call", () => {
  const found = (options: object, env: Record<string, string> = {}) => findConnection(options, env);

  it("comes from the option, then the environment, then the quickstart's default", () => {
    const env = { PARLEY_URL: "https://b.example" };
    expect(found({ url: "https://a.example" }, env).baseUrl).toBe("https://a.example/admin/v1");
    expect(found({}, env).baseUrl).toBe("https://b.example/admin/v1");
    expect(found({}, { PARLEY_URL: " " }).baseUrl).toBe("http://127.0.0.1:8080/admin/v1");
  });

  it("is not asked with a token that no header carries, which is said and not shown", () => {
    const token = "日本語-token";
    const refused =
      /^The admin token from (--token|PARLEY_ADMIN_TOKEN) must hold only ASCII characters: [^日]+$/;
    expect(() => found({ token })).toThrow(refused);
    expect(() => found({}, { PARLEY_ADMIN_TOKEN: token })).toThrow(refused);
    expect(found({ token: "with a space" }).token).toBe("with a space");
  });

  it("may be named with or without a slash, and with the whole path", () => {
    for (const url of ["http://a", "http://a/", "http://a/admin/v1", "http://a/admin/v1/"]) {
      expect(found({ url }).baseUrl).toBe("http://a/admin/v1");
    }
    expect(found({ url: "https://a/behind/proxy" }).baseUrl).toBe(
      "https://a/behind/proxy/admin/v1",
    );
  });

  it("is not asked at an address that cannot be one; credentials in it are not repeated", async () => {
    for (const url of [
      "a.example",
      "ftp://a",
      "http://user:geheim@a",
      "http://a/?b=c",
      "http://a#b",
    ]) {
      const run = await parley(["status", "--url", url], { cwd });
      expect([run.code, run.stdout]).toEqual([2, ""]);
      expect(run.stderr).toMatch(/^parley: The gateway's address must/);
      expect(run.stderr).not.toContain("geheim");
    }
  });
});

const here = [
  "http://localhost:1",
  "http://127.0.0.1:1",
  "http://127.1",
  "https://127.8.9.10",
  "http://[::1]:1",
];
const elsewhere = [
  "https://chat.example",
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "http://192.168.0.1",
  "http://0.0.0.0",
  "http://[2001:db8::1]",
];

describe("the admin token", () => {
  it("is taken from the option, then the environment, then the data directory", async () => {
    const { url } = await served(wantsToken);
    const data = join(cwd, "data-of-token");
    mkdirSync(data);
    writeFileSync(join(data, "admin-token"), `${secret}\n`);
    const jobs = ["jobs", "list", "--json", "--url", url];
    const ways: readonly (readonly [readonly string[], Record<string, string>])[] = [
      [["--token", secret], { PARLEY_ADMIN_TOKEN: "wrong", PARLEY_DATA: "nowhere" }],
      [[], { PARLEY_ADMIN_TOKEN: secret, PARLEY_DATA: "nowhere" }],
      [["--data", data], { PARLEY_DATA: "nowhere" }],
      [[], { PARLEY_DATA: data }],
    ];
    for (const [words, env] of ways) {
      const run = await parley([...jobs, ...words], { cwd, env });
      expect(run).toEqual({ code: 0, stdout: '{"jobs":[]}\n', stderr: "" });
    }
  });

  it("of ./data goes to this machine alone, unless the directory is named", () => {
    const home = join(cwd, "home");
    mkdirSync(join(home, "data"), { recursive: true });
    writeFileSync(join(home, "data/admin-token"), `${secret}\n`);
    const before = process.cwd();
    process.chdir(home);
    try {
      expect(findConnection({}, {}).token).toBe(secret);
      for (const url of here) expect(findConnection({ url }, {}).token, url).toBe(secret);
      for (const url of elsewhere) {
        expect(findConnection({ url }, {}).token, url).toBe(null);
        expect(findConnection({ url, data: "data" }, {}).token, url).toBe(secret);
        expect(findConnection({ url }, { PARLEY_DATA: "./data" }).token, url).toBe(secret);
      }
    } finally {
      process.chdir(before);
    }
  });

  it("that must not go to another machine is requested, with the option to name", () => {
    const { tokenSource } = findConnection({ url: "https://chat.example" }, {});
    expect(tokenSource).toBe(
      "not data/admin-token, which is sent only to this machine unless you name the directory",
    );
  });

  it("that is refused is named by its place alone, with all places in which one is looked for", async () => {
    const { url } = await served(wantsToken);
    const wrong = "another-secret";
    const run = await parley(["status", "--url", url], { cwd, env: { PARLEY_ADMIN_TOKEN: wrong } });
    expect(run.code).toBe(4);
    expect(run.stderr).toContain("rejects the admin token from PARLEY_ADMIN_TOKEN.");
    expect(run.stderr).toContain("--token, then PARLEY_ADMIN_TOKEN, then the file admin-token");
    expect(run.stderr + run.stdout).not.toContain(wrong);
  });

  it("that is missing is asked for, with the file that was looked at", async () => {
    const { url } = await served(wantsToken);
    const run = await parley(["status", "--url", url, "--data", "no-such-directory"], { cwd });
    expect(run.code).toBe(4);
    expect(run.stderr).toContain("requires an admin token, and none was found.");
    expect(run.stderr).toContain(join("no-such-directory", "admin-token"));
  });

  it("never goes where a redirect points", async () => {
    const { url: other, asked } = await served(json({ jobs: [] }));
    const { url } = await served((_request, response) =>
      response.writeHead(302, { Location: `${other}/admin/v1/jobs` }).end(),
    );
    const run = await parley(["jobs", "list", "--url", url, "--token", secret], { cwd });
    expect(run.code).toBe(3);
    expect(run.stderr).toContain("is not a Parley admin API (HTTP 302");
    expect(asked).toEqual([]);
  });
});

describe("when no gateway answers", () => {
  it("says why in words, and what to look at", async () => {
    for (const [url, why] of [
      [await nobody(), "the connection was refused"],
      ["http://127.0.0.1:9", "its port is blocked for HTTP"],
      [
        "http://no-such-host.invalid",
        "the host name could not be resolved at the moment|there is no host with this name",
      ],
    ] as const) {
      const run = await parley(["status", "--url", url], { cwd });
      expect([run.code, run.stdout]).toEqual([3, ""]);
      expect(run.stderr).toMatch(
        new RegExp(`^parley: No gateway answers at ${url}: (${why})\\.\nIs it`),
      );
    }
  });

  it("says that the server does not speak HTTP", async () => {
    const server = createServer((socket) => socket.end("SSH-2.0-hello\r\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    const run = await parley(["status", "--url", `http://127.0.0.1:${port}`], { cwd });
    server.close();
    expect(run.code).toBe(3);
    expect(run.stderr).toMatch(
      /^parley: No gateway answers at \S+: the server does not speak HTTP\.\n/,
    );
  });

  it("says that something else answers, and that the API may listen elsewhere", async () => {
    const page: Answer = (_request, response) =>
      response.writeHead(404, { "Content-Type": "text/html" }).end("<h1>nginx</h1>");
    const wrongShape = json({ detail: "Not Found" }, 404);
    const noJson: Answer = (_request, response) => response.end("<!doctype html>");
    const empty: Answer = (_request, response) => response.end();
    for (const [answer, facts] of [
      [page, "HTTP 404, text/html"],
      [wrongShape, "HTTP 404, application/json"],
      [noJson, "HTTP 200, no content type"],
      [empty, "HTTP 200, no content type"],
      [json(null), "HTTP 200, application/json"],
      [json([]), "HTTP 200, application/json"],
      [json("ok"), "HTTP 200, application/json"],
    ] as const) {
      const { url } = await served(answer);
      const run = await parley(["status", "--url", url], { cwd });
      expect(run.code).toBe(3);
      expect(run.stderr).toContain(`is not a Parley admin API (${facts}).`);
      expect(run.stderr).toContain("may listen on its own address");
    }
  });

  it("shows nothing of a refusal that acts on a terminal", async () => {
    const { url } = await served(json({ error: { code: 1, message: "no\u001b[2J\nno" } }, 409));
    const run = await parley(["status", "--url", url], { cwd });
    expect([run.code, run.stderr]).toEqual([4, "parley: no‹U+001B›[2J no\n"]);
  });
});
