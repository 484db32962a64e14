import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenMediaStore } from "@parley/conformance";
import { HttpClient, MediaStore } from "@parley/core";
import { ContainerModule } from "inversify";
import { mediaDirectory, MediaFiles } from "../../src/index.ts";
import { openDeskClient } from "./desk-http-client.ts";
import { FileServer } from "./file-server.ts";

/** Parts of a store that a test replaces. */
interface SuiteStoreParts {
  readonly store?: (store: MediaStore) => MediaStore;
  readonly files?: (files: MediaFiles) => MediaFiles;
}

/** A media directory for the suite. */
export function openSuiteStore({
  store = (one) => one,
  files = (one) => one,
}: SuiteStoreParts = {}): OpenMediaStore {
  return async ({ limitBytes }) => {
    const directory = mkdtempSync(join(tmpdir(), "parley-media-"));
    const server = await FileServer.start();
    const client = await openDeskClient();
    return {
      adapter: () =>
        new ContainerModule(async (options) => {
          options.bind(HttpClient).toConstantValue(client.http);
          options.onActivation(MediaStore, (_context, opened) => store(opened));
          await mediaDirectory({ directory, publicUrl: server.url, limitBytes }).load(options);
        }),
      serve: async (gateway) => {
        server.files = files(await gateway.get(MediaFiles));
      },
      close: async () => {
        await server.close();
        await client.close();
        rmSync(directory, { recursive: true });
      },
    };
  };
}
