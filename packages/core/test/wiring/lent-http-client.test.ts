import { ContainerModule } from "inversify";
import { ManualTime, NodeTime, SeededRandom, testPlatform } from "@parley/conformance";
import { expect, it } from "vitest";
import { createGateway } from "../../src/gateway.ts";
import { AgentBackend } from "../../src/ports/agent-backend.ts";
import { HttpClient, type HttpRequest } from "../../src/ports/http-client.ts";
import { type MediaCopyRequest, MediaStore } from "../../src/ports/media-store.ts";
import { pluginModule, type PluginServices } from "../../src/wiring/plugin-module.ts";
import { agent, working } from "./support/adapters.ts";

const { signal } = new AbortController();

/** The services of a plugin in a gateway with these adapters beside it. */
async function servicesOf(...adapters: ContainerModule[]): Promise<PluginServices> {
  const made: PluginServices[] = [];
  const plugin = pluginModule({
    name: "desk",
    ports: [AgentBackend],
    allowOrigins: ["http://desk.internal"],
    make: (services) => {
      made.push(services);
      return agent;
    },
  });
  const [, ...others] = working();
  const platform = testPlatform(new NodeTime(new ManualTime()), new SeededRandom(), []);
  await createGateway(platform, ...others, ...adapters, plugin);
  const [services] = made;
  if (services === undefined) throw new Error("the plugin was not made");
  return services;
}

it("gives a plugin the client of the gateway, with the origins that the host named for it", async () => {
  const asked: HttpRequest[] = [];
  const client: HttpClient = {
    request: async (request) => {
      asked.push(request);
      return { status: 204, url: request.url, headers: {}, body: new ReadableStream() };
    },
  };
  const provider = new ContainerModule(({ bind }) => void bind(HttpClient).toConstantValue(client));
  const { http } = await servicesOf(provider);
  const request = { method: "GET", url: "http://desk.internal/a", signal };
  await http.request(request);
  await http.request({ ...request, allowOrigins: ["http://files.internal"] });
  expect(asked.map(({ allowOrigins }) => allowOrigins)).toEqual([
    ["http://desk.internal"],
    ["http://desk.internal", "http://files.internal"],
  ]);
});

it("says what to pass when no adapter provides a client, and gives no media store", async () => {
  const { http, media } = await servicesOf();
  const asking = http.request({ method: "GET", url: "https://desk.example", signal });
  await expect(asking).rejects.toMatchObject({ code: "port-missing" });
  expect(media).toBeNull();
});

it("gives a plugin the gateway's media store", async () => {
  const asked: MediaCopyRequest[] = [];
  const store: MediaStore = {
    copy: async (request) => {
      asked.push(request);
      return { stored: false, why: "full", message: "no room", retryable: true };
    },
  };
  const provider = new ContainerModule(({ bind }) => void bind(MediaStore).toConstantValue(store));
  const { media } = await servicesOf(provider);
  await media?.copy({ conversationId: "c1", key: "7", url: "https://desk.example/7", signal });
  expect(asked.map(({ key }) => key)).toEqual(["7"]);
});

it.each([
  "desk.internal",
  "http://desk.internal/api",
  "ftp://desk.internal",
  "https://*.desk.example",
])("an allowed origin that is none is refused before the start: %s", (origin) => {
  const make = () => agent;
  const allowOrigins = ["http://desk.internal:3000", origin];
  const refused = () => pluginModule({ name: "desk", ports: [AgentBackend], allowOrigins, make });
  expect(refused).toThrow(
    expect.objectContaining({
      code: "invalid-option",
      message:
        'pluginModule "desk": allowOrigins.1 must be an origin of http or https, such as http://desk.internal:3000.',
    }) as Error,
  );
});
