import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Telemetry } from "../src/index.ts";
import { TelemetryRig } from "./support/telemetry-rig.ts";

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: object }[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly { readonly name: string; readonly traceId: string }[];
    }[];
  }[];
}

/** A collector on a real socket. */
class Collector {
  readonly bodies: { readonly path: string; readonly body: OtlpBody }[] = [];
  status = 200;
  readonly #server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as OtlpBody;
    this.bodies.push({ path: request.url ?? "", body });
    response.writeHead(this.status, { "Content-Type": "application/json" }).end("{}");
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const collector = new Collector();
afterEach(() => collector.close());

describe("a collector", () => {
  it("gets the spans over OTLP/HTTP, under the gateway's service name", async () => {
    const rig = await TelemetryRig.start({
      otlpUrl: await collector.open(),
      serviceName: "gateway-7",
    });
    await rig.say("hello");
    const telemetry = await rig.gateway.get(Telemetry);
    await telemetry.shutdown();
    await rig.close();
    expect(collector.bodies.map(({ path }) => path)).toEqual(["/v1/traces"]);
    const [first] = collector.bodies[0]?.body.resourceSpans ?? [];
    expect(first?.resource.attributes).toContainEqual({
      key: "service.name",
      value: { stringValue: "gateway-7" },
    });
    const spans = first?.scopeSpans.flatMap((scope) => scope.spans) ?? [];
    expect(spans.map(({ name }) => name)).toEqual([
      "visitor message accepted",
      "visitor message to agent app: attempt",
      "visitor message to agent app",
    ]);
    expect(rig.log).toEqual([]);
  });
});

describe("without a collector", () => {
  it("the gateway carries messages, says once that spans are dropped, and closes", async () => {
    const rig = await TelemetryRig.start();
    rig.collector.answer = "refused";
    for (let round = 0; round < 3; round += 1) {
      for (let message = 0; message < 600; message += 1) await rig.say("hello", `v${message}`);
    }
    expect(rig.backend.taken).toHaveLength(1_800);
    await rig.close();
    const told = rig.log.map(({ event }) => event);
    expect(told).toEqual(["the collector accepts no spans, so they are dropped"]);
  });

  it("that never answers, what waits for it is bounded, and the gateway closes all the same", async () => {
    const rig = await TelemetryRig.start();
    rig.collector.answer = "never";
    for (let message = 0; message < 2_000; message += 1) await rig.say("hello", `v${message}`);
    const recorded = (await rig.value('parley_spans_total{result="recorded"}')) ?? 0;
    expect(recorded).toBeGreaterThanOrEqual(512 + 4_096);
    // A batch that gets no answer for 5 seconds makes room for the next one.
    expect(recorded - rig.collector.given).toBeLessThanOrEqual(4_096);
    // Absent when the machine was so slow that each batch made room in time.
    const dropped = (await rig.value('parley_spans_total{result="dropped"}')) ?? 0;
    expect(dropped).toBe(6_000 - recorded);
    await rig.close();
    expect(rig.backend.taken).toHaveLength(2_000);
  });
});
