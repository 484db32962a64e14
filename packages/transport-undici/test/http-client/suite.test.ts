import { httpClientSuite } from "@parley/conformance";
import { HttpClient } from "@parley/core";
import { Container } from "inversify";
import * as runner from "vitest";
import { transportUndici } from "../../src/index.ts";

httpClientSuite(runner, "undici", async ({ lookup }) => {
  const container = new Container();
  const module = transportUndici({ lookup });
  await container.loadAsync(module);
  const client = await container.getAsync(HttpClient);
  let closing: Promise<void> | null = null;
  return { client, close: () => (closing ??= container.unloadAsync(module)) };
});
