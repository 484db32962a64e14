import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it, onTestFinished } from "vitest";
import { agentHttp, issueToken } from "../../src/index.ts";
import { AgentRig } from "../support/agent-rig.ts";
import { documentFaults } from "../support/document-faults.ts";

const secret = `whsec_${"a".repeat(32)}`;

async function started(push = false): Promise<AgentRig> {
  const { digest } = issueToken();
  const options = { tokenDigests: [digest] };
  const url = "https://app.example/events";
  const agents = () => [agentHttp({ ...options, push: { url, secrets: [secret] } })];
  const rig = await AgentRig.start(push ? { agents } : {});
  onTestFinished(() => rig.close());
  return rig;
}

it("the document is valid OpenAPI 3.1", async () => {
  const document = await (await started()).client().document();
  const validate = (one: object) => new Validator().validate(structuredClone(one) as never);
  expect(await validate(document)).toEqual({ valid: true });
  const broken = { ...document, paths: { ...document.paths, "/x": { get: { responses: 3 } } } };
  expect(await validate(broken)).toMatchObject({ valid: false });
});

it("the document is shown without a token", async () => {
  const client = (await started()).client("http", "no token");
  expect(await client.call("GET", "/openapi.json")).toMatchObject({
    status: 200,
    json: { openapi: "3.1.1" },
  });
});

it("an app that gets its events posted has no routes to poll", async () => {
  const rig = await started(true);
  const document = await rig.client().document();
  const polled = Object.keys((await (await started()).client().document()).paths);
  const pushed = Object.keys(document.paths);
  expect(polled.filter((path) => !pushed.includes(path))).toEqual([
    "/events/poll",
    "/events/acknowledge",
  ]);
  expect(await rig.client().call("POST", "/events/poll")).toMatchObject({ status: 404 });
});

it("the tests detect an answer that the document does not have", async () => {
  const document = await (await started()).client().document();
  const faults = (status: number, body: object) =>
    documentFaults(document, "PUT", "/availability", {
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect(faults(200, { until: 1 })).toEqual([]);
  expect(faults(200, { until: "1" })).not.toEqual([]);
  expect(faults(200, { until: 1, more: 1 })).not.toEqual([]);
  expect(faults(418, { error: { code: 1, message: "x" } })).not.toEqual([]);
});
