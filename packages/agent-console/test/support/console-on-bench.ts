import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentBench, PluggedIn, SeenMessage, SeenReport } from "@parley/conformance";
import type { TypingType } from "@parley/core";
import express from "express";
import { agentConsole, ConsoleApp } from "../../src/index.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import type { LiveEvent } from "../../src/live/live-event.ts";
import { ConsoleClient, type EventReader } from "./console-client.ts";
import type { SignedIn } from "./browser/signed-in.ts";

type Told<Type extends LiveEvent["type"]> = Extract<LiveEvent, { readonly type: Type }>["data"];

/** The console on a suite's bench, with a signed-in agent and an open page. */
export class ConsoleOnBench {
  readonly plugin: PluggedIn;
  readonly #client: ConsoleClient;
  readonly #server: Server;
  readonly #directory: string;
  #console: ConsoleApp;
  #events: EventReader;
  #told: LiveEvent[] = [];
  /** Whether the page was loaded again: it then reads what was told before from the API. */
  #isReloaded = false;
  #available = false;

  private constructor(
    plugin: PluggedIn,
    client: ConsoleClient,
    server: Server,
    directory: string,
    opened: { readonly console: ConsoleApp; readonly events: EventReader },
  ) {
    this.plugin = plugin;
    this.#client = client;
    this.#server = server;
    this.#directory = directory;
    this.#console = opened.console;
    this.#events = opened.events;
  }

  /** The directory is deleted at the end. */
  static async open(bench: AgentBench, { directory, cookie }: SignedIn): Promise<ConsoleOnBench> {
    const app = express();
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const plugin = await bench.plug(() => agentConsole({ baseUrl, directory }));
    // After a crash the console is another one.
    app.use("/console", async (request, response, next) => {
      (await plugin.get(ConsoleApp)).router(request, response, next);
    });
    const client = new ConsoleClient(baseUrl);
    client.cookie = cookie;
    const console = await plugin.get(ConsoleApp);
    const opened = { console, events: await client.events() };
    return new ConsoleOnBench(plugin, client, server, directory, opened);
  }

  /** Messages as a page shows them: a repeated message replaces the earlier one with its id. */
  async messages(conversationId: string): Promise<readonly SeenMessage[]> {
    const shown = new Map<string, SeenMessage>();
    for (const message of await this.#reloaded(conversationId)) {
      if (message.direction === "inbound") shown.set(message.id, { message, visitor: null });
    }
    for (const data of await this.#toldOf("message", conversationId)) {
      const { message, conversation } = data;
      if (message.direction === "outbound") continue;
      shown.set(message.id, { message, visitor: { ...conversation?.visitor } });
    }
    return [...shown.values()];
  }

  async reports(conversationId: string): Promise<readonly SeenReport[]> {
    const shown = new Map<string, SeenReport>();
    for (const { id, failure } of await this.#reloaded(conversationId)) {
      if (failure !== undefined) shown.set(id, { ...failure, sequence: Number(id) });
    }
    for (const { id, failure } of await this.#toldOf("state", conversationId)) {
      if (failure !== undefined) shown.set(id, { ...failure, sequence: Number(id) });
    }
    return [...shown.values()];
  }

  async typing(conversationId: string): Promise<TypingType | null> {
    return (await this.#toldOf("typing", conversationId)).at(-1)?.type ?? null;
  }

  async setAvailable(available: boolean): Promise<void> {
    this.#available = available;
    await this.#client.ask("PUT", "/presence", { available });
  }

  async reply(conversationId: string, text: string): Promise<void> {
    const body = { type: "text", text };
    await this.#client.ask("POST", `/conversations/${conversationId}/messages`, body);
  }

  /** Writes the agent's draft. `false`: the console refuses it. */
  async draft(conversationId: string, text: string): Promise<boolean> {
    const body = { id: "d", device: "bench", base: 0, text, media: null };
    const { status } = await this.#client.ask(
      "PUT",
      `/conversations/${conversationId}/draft`,
      body,
    );
    return status === 200;
  }

  async hasDraft(conversationId: string): Promise<boolean> {
    const { body } = await this.#client.ask("GET", "/drafts");
    const { drafts } = body as { readonly drafts: readonly { readonly conversationId: string }[] };
    return drafts.some((draft) => draft.conversationId === conversationId);
  }

  async close(): Promise<void> {
    await this.#events.close();
    this.#console.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.plugin.unplug();
    await rm(this.#directory, { recursive: true });
  }

  /** Loads the page again when the gateway was started anew, and then reads the conversation from the API. */
  async #reloaded(conversationId: string): Promise<readonly MessageView[]> {
    const console = await this.plugin.get(ConsoleApp);
    if (console !== this.#console) {
      this.#console = console;
      this.#isReloaded = true;
      this.#told = [];
      await this.#events.close();
      this.#events = await this.#client.events();
    }
    if (!this.#isReloaded) return [];
    const path = `/conversations/${conversationId}/messages`;
    const { body } = await this.#client.ask<{ readonly messages: MessageView[] }>("GET", path);
    return body.messages;
  }

  async #toldOf<Type extends "message" | "state" | "typing">(
    type: Type,
    conversationId: string,
  ): Promise<readonly Told<Type>[]> {
    await this.#read();
    return this.#told
      .filter((event) => event.type === type)
      .map(({ data }) => data as Told<Type>)
      .filter((data) => data.conversationId === conversationId);
  }

  /** Reads all events up to now: up to the event of a change made now. */
  async #read(): Promise<void> {
    const before = this.#available;
    await this.setAvailable(!before);
    await this.setAvailable(before);
    await this.#readTo(!before);
    await this.#readTo(before);
  }

  async #readTo(available: boolean): Promise<void> {
    for (;;) {
      const event = await this.#events.next();
      if (event === null) throw new Error("the stream ended");
      this.#told.push({ type: event.type, data: event.data } as unknown as LiveEvent);
      if (event.type === "presence" && event.data["available"] === available) return;
    }
  }
}
