import { setTimeout as pause } from "node:timers/promises";
import type { Faults } from "../gateway/audit.ts";
import type { Outside } from "../gateway/outside.ts";
import { AppLedger } from "./app-ledger.ts";
import type { AppProcess } from "./app-process.ts";

/** An agent app over HTTP that answers every message, and its ledger. */
export class HttpApp {
  readonly process: AppProcess;
  readonly ledger: AppLedger;

  private constructor(process: AppProcess, ledger: AppLedger) {
    this.process = process;
    this.ledger = ledger;
  }

  static async start(
    process: AppProcess,
    gatewayUrls: readonly string[],
    outside: Outside,
  ): Promise<HttpApp> {
    await process.start(gatewayUrls);
    return new HttpApp(process, new AppLedger(process.ledgerPath, outside));
  }

  async killAndStart(): Promise<void> {
    await this.process.kill();
    await this.process.startAgain();
  }

  /** Waits until every message is answered, at most `timeoutMs`. */
  async settled(timeoutMs: number): Promise<void> {
    for (const until = performance.now() + timeoutMs; performance.now() < until;) {
      this.ledger.look();
      const { unanswered } = this.ledger;
      if (unanswered === 0) return;
      process.stderr.write(`not answered yet: ${unanswered}\n`);
      await pause(2_000);
    }
  }

  audit(): Faults {
    return { "doubled in the app": this.ledger.doubled, unanswered: this.ledger.unanswered };
  }

  async close(): Promise<void> {
    this.ledger.close();
    await this.process.close();
  }
}
