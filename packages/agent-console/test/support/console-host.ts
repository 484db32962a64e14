import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createGateway,
  type Gateway,
  Signals,
  TargetCheck,
  Transport,
  type TransportRequest,
  type TransportResult,
} from "@parley/core";
import { memoryStores, SignalHub } from "@parley/core/memory";
import express from "express";
import { ContainerModule } from "inversify";
import { agentConsole, type AgentConsoleOptions, ConsoleApp } from "../../src/index.ts";
import { email, password } from "./accounts/first-account.ts";
import { KeptLog, PushableClock, testPlatform } from "./test-platform.ts";

const encoder = new TextEncoder();

/** An integrating system's answer, from a status and a JSON body. */
export function answer(status: number, body: unknown): TransportResult {
  const bytes = encoder.encode(JSON.stringify(body));
  return { kind: "response", status, body: bytes, truncated: false };
}
export const ok = answer(200, { result: "ok" });

export interface ConsoleHostOptions extends Partial<AgentConsoleOptions> {
  /** Acts as the integrating system. Default: acknowledges everything. */
  readonly post?: (request: TransportRequest) => Promise<TransportResult>;
  /** The transport's check of addresses. Default: it has none. */
  readonly targetCheck?: TargetCheck["check"];
  /** Makes the console the agent app `desk` of a router, beside others. Default: it is the only one. */
  readonly router?: (console: ContainerModule) => ContainerModule;
  /** Connects it to other consoles of the test. Default: no others. */
  readonly hub?: SignalHub;
}

/** The console in a real gateway with memory stores, on a real socket. */
export interface ConsoleHost {
  readonly gateway: Gateway;
  readonly consoleApp: ConsoleApp;
  readonly url: string;
  readonly clock: PushableClock;
  readonly log: KeptLog;
  /** Bodies sent to the integrating system. */
  readonly sent: Record<string, unknown>[];
  /** Method and path of every request, in order. */
  readonly asked: string[];
  /** Sends a visitor's message; `envelope` is the wire body. */
  visitor(envelope: unknown): Promise<void>;
  status(): Promise<0 | 1>;
  /** All files of the console's directory, as Latin-1 text. */
  files(): Promise<string>;
  /** Closes every connection; new ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

export { email, password };

export async function startConsoleHost(options: ConsoleHostOptions = {}): Promise<ConsoleHost> {
  const { post = async () => ok, hub = new SignalHub(), targetCheck, ...others } = options;
  const { router = (console: ContainerModule) => console, ...consoleOptions } = others;
  const directory = consoleOptions.directory ?? (await mkdtemp(join(tmpdir(), "parley-console-")));
  const clock = new PushableClock();
  const log = new KeptLog();
  const sent: Record<string, unknown>[] = [];
  const asked: string[] = [];
  const app = express();
  app.use((request, _response, next) => {
    asked.push(`${request.method} ${request.path}`);
    next();
  });
  // A test may set the client's address with `X-Forwarded-For`.
  app.set("trust proxy", true);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue({
      post: (request) => {
        sent.push(JSON.parse(request.body) as Record<string, unknown>);
        return post(request);
      },
    });
    if (targetCheck) bind(TargetCheck).toConstantValue({ check: targetCheck });
  });
  const joined = new ContainerModule(({ bind }) => {
    bind(Signals).toConstantValue(hub.join());
  });
  const gateway = await createGateway(
    testPlatform(clock, log),
    joined,
    memoryStores(),
    transport,
    router(
      agentConsole({
        baseUrl: url,
        firstAccount: { email, password, name: "Ada" },
        ...consoleOptions,
        ...(consoleOptions.database === undefined && { directory }),
      }),
    ),
  );
  const consoleApp = await gateway.get(ConsoleApp);
  app.use("/console", consoleApp.router);
  const issued = await gateway.channelAdmin.add({
    id: "shop",
    chatApiUrl: "https://shop.example/in",
  });
  if (!issued.done) throw new Error(issued.refusal.message);
  const { randomString: channelSecret } = issued.value;
  const enter = async () => {
    const pass = await gateway.inbox.authenticate("shop", channelSecret);
    if (pass === null) throw new Error("the test's channel is gone");
    return pass;
  };

  return {
    gateway,
    consoleApp,
    url,
    clock,
    log,
    sent,
    asked,
    async visitor(envelope) {
      const taken = await gateway.inbox.accept(
        await enter(),
        encoder.encode(JSON.stringify(envelope)),
      );
      if (!taken.accepted) throw new Error(taken.refusal.message);
    },
    status: async () => gateway.inbox.status(await enter()),
    async files() {
      const names = await readdir(directory);
      const contents = await Promise.all(names.map((name) => readFile(join(directory, name))));
      return Buffer.concat(contents).toString("latin1");
    },
    cut: () => server.closeAllConnections(),
    async close() {
      consoleApp.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await gateway.close();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
