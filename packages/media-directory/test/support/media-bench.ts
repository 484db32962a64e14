import { mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type LogLine,
  ManualTime,
  ScriptedAgent,
  ScriptedBackend,
  scriptedRouter,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import {
  AgentBackend,
  Bounds,
  type AuthenticatedChannel,
  createGateway,
  defaultBounds,
  type Gateway,
  HttpClient,
  type MediaAnswer,
  type MediaCopyRequest,
  MediaStore,
  PluginState,
  type StoredMedia,
  Transport,
} from "@parley/core";
import { MemoryData, memoryStores } from "@parley/core/memory";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { mediaDirectory, type MediaDirectoryOptions, MediaFiles } from "../../src/index.ts";
import { Desk } from "./desk.ts";
import { type OpenedClient, openDeskClient } from "./desk-http-client.ts";
import { FileServer } from "./file-server.ts";

const mediaState = Symbol("state of the media store") as ServiceIdentifier<PluginState>;

interface BenchSettings {
  readonly seed?: number;
  readonly data?: MemoryData;
  readonly pluginEntries?: number;
  /** Names of agent apps behind a router; the first one gets every conversation. Default: there is no router. */
  readonly agents?: readonly string[];
}

interface Neighbours {
  readonly desk: Desk;
  readonly client: OpenedClient;
  readonly server: FileServer;
}

/** A gateway on manual time with a media directory, its files on a real socket, and an agent app that has files. */
export class MediaBench {
  readonly time = new ManualTime();
  readonly random: SeededRandom;
  readonly log: LogLine[] = [];
  readonly backend = new ScriptedBackend(this.time);
  readonly transport = new ScriptedTransport(this.time);
  readonly desk: Desk;
  readonly directory: string;
  data = new MemoryData();
  readonly client: OpenedClient;
  readonly #server: FileServer;
  readonly #ownDirectory: boolean;
  #gateway: Gateway | null = null;
  #pass: AuthenticatedChannel | null = null;
  #bounds: Bounds = defaultBounds;
  #agents: readonly string[] | null = null;
  #visitors = 0;

  private constructor(
    { desk, client, server }: Neighbours,
    { directory, seed }: { readonly directory: string | undefined; readonly seed: number },
  ) {
    this.desk = desk;
    this.client = client;
    this.#server = server;
    this.random = new SeededRandom(seed);
    this.#ownDirectory = directory === undefined;
    this.directory = directory ?? mkdtempSync(join(tmpdir(), "parley-media-"));
  }

  static async start(
    options: Partial<MediaDirectoryOptions> = {},
    { seed = 1, data, pluginEntries, agents }: BenchSettings = {},
  ): Promise<MediaBench> {
    const [desk, client] = [await Desk.start(), await openDeskClient()];
    const server = await FileServer.start();
    const bench = new MediaBench({ desk, client, server }, { directory: options.directory, seed });
    bench.data = data ?? bench.data;
    bench.#agents = agents ?? null;
    bench.#bounds = { ...defaultBounds, ...(pluginEntries !== undefined && { pluginEntries }) };
    try {
      await bench.open(options);
    } catch (error) {
      await bench.close();
      throw error;
    }
    return bench;
  }

  get gateway(): Gateway {
    if (this.#gateway === null) throw new Error("the gateway is not running");
    return this.#gateway;
  }

  /** Where the files are served. */
  get url(): string {
    return this.#server.url;
  }

  /** Starts the gateway, also after `stop`. */
  async open(options: Partial<MediaDirectoryOptions> = {}): Promise<void> {
    const fittings = new ContainerModule(({ bind }) => {
      bind(Transport).toConstantValue(this.transport);
      if (this.#agents === null) bind(AgentBackend).toConstantValue(this.backend);
      bind(mediaState).toResolvedValue(
        (state: PluginState) => state,
        [{ serviceIdentifier: PluginState, name: "media" }],
      );
      bind(Bounds).toConstantValue(this.#bounds);
      bind(HttpClient).toConstantValue(this.client.http);
    });
    this.#gateway = await createGateway(
      testPlatform(this.time, this.random, this.log),
      memoryStores({ data: this.data }),
      mediaDirectory({ directory: this.directory, publicUrl: this.url, ...options }),
      fittings,
      ...(this.#agents === null ? [] : [this.#router(this.#agents)]),
    );
    this.#server.files = await this.gateway.get(MediaFiles);
    const state = await this.state();
    // The first sweep would take away what a test leaves in the directory.
    await this.until(async () => ((await state.get("sweep"))?.due ?? 0) > this.time.now());
  }

  #router(names: readonly string[]): ContainerModule {
    const agents = names.map((name) => [name, new ScriptedAgent(this.time)] as const);
    return scriptedRouter(Object.fromEntries(agents));
  }

  /** A new conversation. */
  async conversation(): Promise<string> {
    this.#visitors += 1;
    const id = `v${this.#visitors}`;
    await this.visitor(id, { type: "text", text: "hello" });
    const found = await this.gateway.conversations.findVisitor("shop", id);
    if (found === null) throw new Error("there is no conversation");
    return found.id;
  }

  /** A visitor sends a message. */
  async visitor(id: string, message: object): Promise<void> {
    const { inbox, channelAdmin } = this.gateway;
    if (this.#pass === null) {
      const made = await channelAdmin.add({ id: "shop", chatApiUrl: "https://shop.example/chat" });
      if (!made.done) throw new Error(made.refusal.message);
      this.#pass = await inbox.authenticate("shop", made.value.randomString);
    }
    if (this.#pass === null) throw new Error("the new channel cannot be entered");
    const body = JSON.stringify({ sender: { id }, message });
    const answer = await inbox.accept(this.#pass, new TextEncoder().encode(body));
    if ("refusal" in answer) throw new Error(answer.refusal.message);
    await this.time.settle();
  }

  /** @param agentApp by whom, where there is a router */
  async copy(
    request: Partial<MediaCopyRequest> & { readonly url: string },
    agentApp?: string,
  ): Promise<MediaAnswer> {
    const store = await this.gateway.get(MediaStore, agentApp);
    return store.copy({
      conversationId: request.conversationId ?? (await this.conversation()),
      key: "a1",
      allowOrigins: [this.desk.url],
      signal: new AbortController().signal,
      ...request,
    });
  }

  /** Copies what must be stored. */
  async store(request: Parameters<MediaBench["copy"]>[0]): Promise<StoredMedia> {
    const answer = await this.copy(request);
    if (!answer.stored) throw new Error(answer.message);
    return answer.file;
  }

  /** Ids of the files on disk, and names of drafts. */
  onDisk(): readonly string[] {
    const folders = readdirSync(this.directory).filter((name) => /^(?:..|tmp)$/.test(name));
    return folders.flatMap((name) => readdirSync(join(this.directory, name))).toSorted();
  }

  /** Of the plugin. */
  state(): Promise<PluginState> {
    return this.gateway.get(mediaState);
  }

  /** Erases a conversation, and waits until its files are deleted. */
  async erase(conversationId: string): Promise<void> {
    const before = this.onDisk().length;
    await this.gateway.conversations.erase(conversationId);
    await this.until(() => this.onDisk().length < before || before === 0);
  }

  /** Steps through time until something holds. */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (let step = 0; step < 500; step += 1) {
      if (await holds()) return;
      await this.time.advance(100);
      // Files are deleted in real time.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    throw new Error("it did not happen");
  }

  /** Makes every draft fail. */
  spoilDrafts(): void {
    rmdirSync(join(this.directory, "tmp"));
  }

  /** Deletes a file behind the store's back. */
  lose(id: string): void {
    rmSync(join(this.directory, id.slice(0, 2), id));
  }

  /** Stops the gateway. Its data and files stay. */
  async stop(): Promise<void> {
    await this.#gateway?.close();
    this.#gateway = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.client.close();
    await this.desk.close();
    await this.#server.close();
    if (this.#ownDirectory) rmSync(this.directory, { recursive: true });
  }
}

/** Id in the link of a file. */
export function idOf({ url }: Pick<StoredMedia, "url">): string {
  return url.split("/media/")[1]?.split("/")[0] ?? "";
}
