import { hash } from "node:crypto";
import { join } from "node:path";
import { agentHttp } from "@parley/agent-http";
import { startHost } from "./gateway-host.ts";
import { Parley } from "./parley.ts";
import { keepSettings, readSettings } from "./settings.ts";
import { TerminalAgent } from "./terminal-agent.ts";

/** `push` and `pull` are for an app of yours. Otherwise the app is this terminal. */
const mode = process.argv[2] ?? "terminal";
const port = Number(process.env["PORT"] ?? 8080);
const appUrl = process.env["APP_URL"] ?? "http://127.0.0.1:9000";
const directory = process.env["DATA"] ?? "./http-agent-data";
const settingsPath = join(directory, "settings.json");

const settings = readSettings(settingsPath);
const { token, secret } = settings;
const origin = `http://127.0.0.1:${port}`;
const url = `${origin}/agents/app`;
const push = { url: appUrl, secrets: [secret] };
const agent = agentHttp({
  name: "app",
  tokenDigests: [hash("sha256", token, "hex")],
  ...(mode === "push" && { push, allowOrigins: [new URL(appUrl).origin] }),
});
const host = await startHost({ agent, port, directory });
const ingressPath = host.ingressPath ?? settings.ingressPath;
keepSettings(settingsPath, { ...settings, ingressPath });

console.log(`Write as a visitor, from another terminal:

curl ${origin}${ingressPath} -d '{"sender":{"id":"ann","name":"Ann"},"message":{"type":"text","text":"Is it in stock?"}}'
`);
const stopping = new AbortController();
process.once("SIGINT", () => stopping.abort());
process.once("SIGTERM", () => stopping.abort());
if (mode === "terminal") {
  const terminal = new TerminalAgent(new Parley(url, token, stopping.signal));
  await Promise.race([terminal.run(process.stdin), stopped()]);
  stopping.abort();
} else {
  console.log(`export AGENT_URL=${url}\nexport AGENT_TOKEN=${token}`);
  if (mode === "push") console.log(`export AGENT_SECRET=${secret}`);
  console.log("ready");
  await stopped();
}
await host.close();
process.exit();

function stopped(): Promise<void> {
  return new Promise((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
}
