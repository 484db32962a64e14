import { originAt, StartError } from "@parley/quickstart";
import type { ForwarderReport } from "../forwarder/forwarder-report.ts";
import type { MemberPlace, MemberState } from "../forwarder/member.ts";
import { Child, programAt } from "./child.ts";

const endLimitMs = 1_000;
/** Time limit until the forwarder sees a ready node. It usually takes a fraction of this. */
const seenLimitMs = 15_000;

/** The forwarder in a separate process, so that nothing that happens to other processes stops it. */
export class ForwarderProcess {
  /** Its address on this machine. */
  readonly url: string;
  readonly #child: Child;
  readonly #waiting = new Set<() => void>();
  #members: readonly MemberState[] = [];
  #ending = false;

  private constructor(child: Child, url: string) {
    this.#child = child;
    this.url = url;
    child.process.on("message", (report: ForwarderReport) => this.#hear(report));
  }

  /** @throws StartError when the address is not available. */
  static async start(host: string, port: number): Promise<ForwarderProcess> {
    const environment = { FORWARDER_HOST: host, FORWARDER_PORT: String(port) };
    const child = new Child(programAt("forwarder/main"), environment);
    const report = await firstReport(child);
    if (report.type === "listening") {
      return new ForwarderProcess(child, originAt(host, report.port));
    }
    child.process.kill("SIGKILL");
    const why = report.type === "failed" ? report.code : "unknown";
    throw new StartError(
      `The forwarder cannot listen on ${host}, port ${port} (${why}): choose another address with PARLEY_HOST and PARLEY_PORT.`,
    );
  }

  get members(): readonly MemberState[] {
    return this.#members;
  }

  /** Calls back when it ends without being stopped. */
  onLost(listener: () => void): void {
    void this.#child.exited.then(() => this.#ending || listener());
  }

  /** Replaces the list of nodes. */
  forwardTo(places: readonly MemberPlace[]): void {
    this.#child.process.send(places.map(({ name, url }) => ({ name, url })));
  }

  /** Resolves when the node gets requests. @throws StartError when it does not within 15 s. */
  async seesReady(url: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), seenLimitMs);
    const look = (): void => {
      if (this.#members.some((member) => member.url === url && member.ready)) resolve(true);
    };
    this.#waiting.add(look);
    const seen = await promise;
    clearTimeout(timer);
    this.#waiting.delete(look);
    if (!seen) throw new StartError(`The node at ${url} answers, but is not ready.`);
  }

  async stop(): Promise<void> {
    this.#ending = true;
    if (this.#child.process.connected) this.#child.process.disconnect();
    const timer = setTimeout(() => this.#child.process.kill("SIGKILL"), endLimitMs);
    await this.#child.exited;
    clearTimeout(timer);
  }

  #hear(report: ForwarderReport): void {
    if (report.type !== "members") return;
    this.#members = report.members;
    for (const look of this.#waiting) look();
  }
}

function firstReport(child: Child): Promise<ForwarderReport> {
  return new Promise((resolve) => {
    child.process.once("message", (report: ForwarderReport) => resolve(report));
    child.process.once("exit", () => resolve({ type: "failed", code: "ended" }));
  });
}
