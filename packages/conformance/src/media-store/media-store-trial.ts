import {
  type Gateway,
  type MediaAnswer,
  type MediaCopyRequest,
  MediaStore,
  type StoredMedia,
} from "@parley/core";
import { memoryStores, MemoryData } from "@parley/core/memory";
import type { ContainerModule } from "inversify";
import { GatewayRig } from "../gateway/gateway-rig.ts";
import { HttpApp } from "../http-client/http-app.ts";
import { promptly } from "../time/time-limits.ts";

/** A media store under test, with an empty place for its files. */
export interface OpenedMediaStore {
  /** What a host loads: the store over the same place, as after a restart, and an `HttpClient`. */
  adapter(): ContainerModule;
  /** Called after each start of the gateway. Serves the files, where the gateway does that. */
  serve(gateway: Gateway): Promise<void>;
  /** Called once the gateway has stopped. */
  close(): Promise<void>;
}

/** How the suite needs a store. */
export interface MediaStoreSetting {
  /** The largest file, in bytes. */
  readonly limitBytes: number;
}

/** Opens a fresh store. */
export type OpenMediaStore = (setting: MediaStoreSetting) => Promise<OpenedMediaStore>;

export const limitBytes = 65_536;
/** Stands in headers and in the query of links. No answer may contain it. */
export const secret = "s3cr3t-0f-the-app";

/** One store under test in a gateway, and an agent app on loopback that has files. */
export class MediaStoreTrial {
  readonly app: HttpApp;
  readonly rig: GatewayRig;
  readonly #opened: OpenedMediaStore;
  readonly #others: HttpApp[] = [];
  #visitors = 0;

  private constructor(app: HttpApp, opened: OpenedMediaStore) {
    this.app = app;
    this.#opened = opened;
    const data = new MemoryData();
    this.rig = new GatewayRig(() => memoryStores({ data }), {}, [
      { adapter: () => opened.adapter() },
    ]);
  }

  static async run(
    open: OpenMediaStore,
    body: (trial: MediaStoreTrial) => Promise<void>,
  ): Promise<void> {
    const app = await HttpApp.open();
    const opened = await open({ limitBytes });
    const trial = new MediaStoreTrial(app, opened);
    try {
      await trial.rig.startFirst();
      await opened.serve(trial.rig.gateway);
      await body(trial);
      await trial.rig.stop();
    } finally {
      await trial.rig.kill();
      await opened.close();
      for (const one of [app, ...trial.#others]) await one.close();
    }
  }

  /** Stops the gateway and starts it again on the same data and files. */
  async restart(): Promise<void> {
    await this.rig.stop();
    await this.rig.startAgain();
    await this.#opened.serve(this.rig.gateway);
  }

  /** An app of another origin. */
  async another(): Promise<HttpApp> {
    const other = await HttpApp.open();
    this.#others.push(other);
    return other;
  }

  /** A new conversation. @returns its id */
  conversation(): Promise<string> {
    this.#visitors += 1;
    return this.rig.say("hello", `v${this.#visitors}`);
  }

  /** Copies from the app: `path` of it, or a whole URL. The rest is as for a usual file, of a new conversation. */
  async copy(path: string, parts: Partial<MediaCopyRequest> = {}): Promise<MediaAnswer> {
    const media = await this.rig.gateway.get(MediaStore);
    const request: MediaCopyRequest = {
      conversationId: parts.conversationId ?? (await this.conversation()),
      key: "a1",
      url: URL.parse(path, this.app.url)?.href ?? path,
      headers: { authorization: `Bearer ${secret}` },
      allowOrigins: [this.app.url],
      signal: AbortSignal.timeout(20_000),
      ...parts,
    };
    return promptly("copy answers, and never rejects", media.copy(request));
  }

  /** Copies what must be stored. */
  async store(path: string, parts: Partial<MediaCopyRequest> = {}): Promise<StoredMedia> {
    const answer = await this.copy(path, parts);
    if (!answer.stored) throw new Error(`a usual file was not stored: ${answer.why}`);
    return answer.file;
  }

  /** The app has this file at every path. */
  has(content: string | Uint8Array, type: string): void {
    this.app.answer = (_request, response) =>
      response
        .writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(content) })
        .end(content);
  }
}

/** One check of the suite. */
export type MediaStoreCheck = (
  title: string,
  body: (trial: MediaStoreTrial) => Promise<void>,
) => void;
