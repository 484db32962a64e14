import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AdminClient } from "../support/admin-client.ts";
import { codeBlocks } from "../support/code-blocks.ts";
import { ConsoleClient, type ConsoleMessage } from "../support/console-client.ts";
import { eventually } from "../support/eventually.ts";
import { askAdmin } from "../support/first-conversation.ts";
import { freePorts } from "../support/free-port.ts";
import { Program } from "../support/program.ts";
import { findPython, hasCurl, pythonHome } from "../support/python.ts";
import type { QuickstartProcess } from "../support/quickstart-process.ts";
import { QuickstartRuns } from "../support/quickstart-runs.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const python = findPython();
const withCurl = hasCurl();
const shellBlocks = codeBlocks("docs/integrating.md", "sh");
const pythonBlocks = new Map([
  ...codeBlocks("docs/integrating.md", "python"),
  ...codeBlocks("examples/python-client/README.md", "python"),
]);
const tried = new Set<string>();
const scratch = temporaryDirectory();
const runs = new QuickstartRuns();
const programs: Program[] = [];
let quickstart: QuickstartProcess;
let agent: ConsoleClient;

beforeAll(async () => {
  for (const [name, code] of pythonBlocks) writeFileSync(join(scratch.path, name), code);
  quickstart = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
  agent = await ConsoleClient.signIn(quickstart.url);
  await agent.ask("PUT", "presence", { available: true });
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await runs.end();
  scratch.remove();
});

function environment(more: Record<string, string> = {}): Record<string, string> {
  const PARLEY_INGRESS_URL = quickstart.firstChannel.ingressUrl;
  return { PARLEY_INGRESS_URL, PYTHONPATH: pythonHome, PYTHONUTF8: "1", ...more };
}

/** Runs a program and returns its output. */
function output(command: string, args: readonly string[], more?: Record<string, string>): string {
  const env = { ...process.env, ...environment(more) };
  const options = { cwd: scratch.path, env, encoding: "utf8" } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`, { cause: error });
  return stdout;
}

/** Runs a block of shell commands. Each answer must equal the comment after its command. */
function expectShell(name: string, more?: Record<string, string>): void {
  tried.add(name);
  const code = shellBlocks.get(name) ?? "";
  const answers = [...code.matchAll(/^# (.*)$/gm)].map(([, answer]) => answer);
  expect(answers.length).toBe(code.match(/^curl /gm)?.length);
  expect(output("sh", ["-ec", code], more)).toBe(answers.map((answer) => `${answer}\n`).join(""));
}

function runPython(name: string): string {
  tried.add(name);
  return output(python ?? "", ["-B", name]);
}

/** Starts a block that receives agents' messages, and points the gateway at it. */
async function listen(name: string, signingKey: string) {
  tried.add(name);
  const [port = 0] = await freePorts(1);
  const env = environment({ PORT: String(port), PARLEY_SIGNING_KEY: signingKey });
  const program = new Program(python ?? "", ["-B", name], { cwd: scratch.path, env });
  programs.push(program);
  const chatApiUrl = `http://127.0.0.1:${port}/agent-messages`;
  await eventually(async () => (await fetch(chatApiUrl)).status === 405);
  expect((await askAdmin(quickstart, "PATCH", { chatApiUrl })).status).toBe(200);
  return { program, port, url: `${chatApiUrl}/shop` };
}

async function sign(): Promise<string> {
  const admin = new AdminClient(quickstart.url, quickstart.dataDirectory);
  const answer = await admin.ask("POST", "/channels/shop/signing", { now: true });
  return ((await answer.json()) as { readonly signingKey: string }).signingKey;
}

async function visitor42(): Promise<{ id: string; messages: readonly ConsoleMessage[] }> {
  const all = await agent.conversations();
  const { id } = await eventually(() => all.find(({ visitor }) => visitor["id"] === "42"));
  return { id, messages: await agent.messages(id) };
}

describe.skipIf(!withCurl)("curl in the documents", () => {
  it("sends, types and shows a file", async () => {
    for (const name of ["send.sh", "typing.sh", "media.sh"]) expectShell(name);
    const { messages } = await visitor42();
    expect(messages.map(({ type }) => type)).toEqual(["text", "photo"]);
  });
});

describe.skipIf(python === null || !withCurl)("Python in the documents", () => {
  it("sends, types and shows a file and a place", async () => {
    expect(runPython("send.py")).toMatch(/^agents are there: True\naccepted [0-9a-f]{32} \(\)\n$/);
    expect(runPython("visitor_types.py")).toBe("True False\nTrue\n");
    expect(runPython("media.py")).toMatch(/^Sent\(id='[0-9a-f]{32}', warnings=\(\)\)\nSent/);
    const { messages } = await visitor42();
    expect(messages.slice(-3).map(({ type }) => type)).toEqual(["text", "photo", "location"]);
  });

  it("receives what is signed, and nothing else", async () => {
    const { program, url } = await listen("receive.py", await sign());
    await agent.reply((await visitor42()).id, "Yes, it is.");
    await program.says("Yes, it is.");
    const body = JSON.stringify({
      sender: { name: "Eve" },
      recipient: { id: 42 },
      message: { type: "text", id: "e", text: "Pay here." },
    });
    expect((await fetch(url, { method: "POST", body })).status).toBe(401);
  });

  it("receives what curl sends in an agent's place", async () => {
    const { program, port } = await listen("receive.py", "");
    expectShell("receive.sh", { PORT: String(port) });
    await program.says("to 42: Ada: Yes, it is.");
  });

  it("does both in one program", async () => {
    const { program } = await listen("both-ways.py", await sign());
    await program.says("Sent(id=");
    await agent.reply((await visitor42()).id, "Both ways.");
    await program.says("'Both ways.'");
  });

  it("verifies a signature by hand", () => {
    tried.add("verify.py");
    const key = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const body = '{"text":"Grüße"}';
    const now = Math.floor(Date.now() / 1_000);
    const call = "import sys, json, verify; key, headers, body = sys.argv[1:]\n";
    const check = "print(verify.is_signed(key, json.loads(headers), body.encode()))";
    const verdict = (at: number, signed: string, headers = {}) => {
      const hmac = createHmac("sha256", Buffer.alloc(32, 7)).update(`m.${at}.${signed}`);
      const all = {
        "webhook-id": "m",
        "webhook-timestamp": String(at),
        "webhook-signature": `v1,other v1,${hmac.digest("base64")}`,
        ...headers,
      };
      const args = ["-B", "-c", call + check, key, JSON.stringify(all), body];
      return output(python ?? "", args).trim();
    };
    expect(verdict(now, body)).toBe("True");
    expect(verdict(now, `${body} `)).toBe("False");
    expect(verdict(now - 301, body)).toBe("False");
    expect(verdict(now, body, { "webhook-signature": "" })).toBe("False");
    expect(verdict(now, body, { "webhook-timestamp": "" })).toBe("False");
    for (const none of ["", "whsec_"]) {
      const args = ["-B", "-c", call + check, none, "{}", body];
      expect(() => output(python ?? "", args)).toThrow("A signing key is expected");
    }
  });

  it("has no block that would hide a module of Python's from the others", () => {
    const names = [...pythonBlocks.keys()].map((name) => name.replace(".py", ""));
    const check =
      "import sys, importlib.util as u; print([n for n in sys.argv[1:] if u.find_spec(n)])";
    expect(output(python ?? "", ["-I", "-S", "-c", check, ...names])).toBe("[]\n");
  });

  it("has no block that is not tried, and neither has curl", () => {
    const blocks = [...pythonBlocks.keys(), ...shellBlocks.keys()];
    expect([...tried].toSorted()).toEqual(blocks.toSorted());
  });
});
