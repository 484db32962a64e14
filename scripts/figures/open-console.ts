import { setTimeout as sleep } from "node:timers/promises";
import { ConsoleClient } from "../../examples/quickstart/test/support/console-client.ts";
import { openBrowser } from "../../packages/agent-console/test/support/browser/browser.ts";
import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import { type Page, signIn } from "../pictures/windows.ts";
import { GatewayProcess, type GatewayPlace } from "../gateway/gateway-process.ts";

/** A gateway, an agent without a browser, and a signed-in page. */
export interface OpenConsole {
  readonly gateway: GatewayProcess;
  readonly client: ConsoleClient;
  readonly page: Page;
  /** Address of the inbox. */
  readonly address: string;
  close(): Promise<void>;
}

export async function openConsole(place: GatewayPlace, stderr: OutputStream): Promise<OpenConsole> {
  const gateway = await GatewayProcess.start(place);
  try {
    const client = await ConsoleClient.signIn(gateway.url);
    await untilComplete(client, stderr);
    const { browser } = await openBrowser();
    // The cookies of a context belong to a host, whatever the port.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const address = `${gateway.url}/console/`;
    await page.goto(address);
    await signIn(page);
    const close = async () => {
      await context.close();
      await gateway.stop();
    };
    return { gateway, client, page, address, close };
  } catch (error) {
    await gateway.stop();
    throw error;
  }
}

/** Waits until the lists of the inbox are made, which takes minutes at the first start on many conversations. */
async function untilComplete(client: ConsoleClient, stderr: OutputStream): Promise<void> {
  let isTold = false;
  for (;;) {
    const answer = await client.ask("GET", "inbox");
    const { complete } = (await answer.json()) as { readonly complete: boolean };
    if (complete) return;
    if (!isTold) stderr.write("The gateway makes the lists of the inbox.\n");
    isTold = true;
    await sleep(1_000);
  }
}
