import "reflect-metadata";
import { HttpClient } from "@parley/core";
import { Container } from "inversify";
import { onTestFinished } from "vitest";
import { transportUndici, type TransportUndiciOptions } from "../../src/index.ts";

/** A client out of the adapter's front door, as in production unless told otherwise; unloaded after the test. */
export async function openHttpClient(options: TransportUndiciOptions = {}): Promise<HttpClient> {
  const container = new Container();
  const module = transportUndici(options);
  await container.loadAsync(module);
  onTestFinished(() => container.unloadAsync(module));
  return container.getAsync(HttpClient);
}
