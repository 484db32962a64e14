import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mediaDirectory } from "@parley/media-directory";
import { expect, it, onTestFinished } from "vitest";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AgentRig } from "../support/agent-rig.ts";
import { until } from "../support/until.ts";

const issued = issueToken();
const secret = "Bearer canary-0815";
const publicUrl = "https://chat.example/media";

/** An app whose file needs its token. */
async function fileServer(): Promise<string> {
  const server = createServer((request, response) => {
    const isAllowed = request.headers.authorization === secret;
    response.writeHead(isAllowed ? 200 : 403, { "content-type": "application/pdf" });
    response.end(isAllowed ? "%PDF-1.4 a file" : "");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("a private file of the app reaches the visitor by a link of the gateway alone", async () => {
  const origin = await fileServer();
  const directory = mkdtempSync(join(tmpdir(), "parley-agent-http-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const mediaHeaders = { [origin]: { authorization: secret } };
  const options = { tokenDigests: [issued.digest], allowOrigins: [origin], mediaHeaders };
  const agents = () => [mediaDirectory({ directory, publicUrl }), agentHttp(options)];
  const rig = await AgentRig.start({ agents });
  onTestFinished(() => rig.close());
  const conversationId = await rig.say("hello");
  const message = { type: "document", file: `${origin}/a.pdf`, text: "look" };
  const body = { conversationId, sender: { name: "Ann" }, message };
  const answer = await rig.client("http", issued.token).call("POST", "/messages", body);
  expect(answer).toMatchObject({ status: 200 });
  await until(rig.time, () => rig.sent.length === 1);
  const [sent] = rig.sent;
  expect(sent).toMatchObject({ file_name: "a.pdf", file_size: 15, text: "look" });
  expect(sent?.["file"]).toMatch(/^https:\/\/chat\.example\/media\//);
  expect(JSON.stringify(rig.transport.posts)).not.toMatch(/canary|127\.0\.0\.1/);
});
