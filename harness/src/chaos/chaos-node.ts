import { setTimeout as pause } from "node:timers/promises";
import type { GatewayProcess } from "../gateway/gateway-process.ts";
import type { HalfOpenProxy } from "../gateway/half-open-proxy.ts";
import { starvedMs } from "../hostile-receiver/starvation.ts";
import { processes } from "./excuses.ts";
import type { CutEnding, FreezePlace } from "./plan.ts";
import type { SharedDatabase } from "./shared-database.ts";

/** Who keeps a gateway running starts it again this long after a start that failed. */
const againMs = 400;
/** An end takes longer on a machine with other work, or where the database comes and goes; none takes for ever. */
const stopTimeoutMs = 45_000;
/** In which a node that is told to end has ended, while the database is there. */
const endLimitMs = 10_000;

/** `code`: `null` when it had to be killed, which the absence of its database does not excuse. */
export interface BadEnd {
  readonly code: number | null;
  /** All the time. */
  readonly hadDatabase: boolean;
  readonly said: string;
}

/** A gateway process and its way to the database, and what befalls them. It is started again whenever it has ended. */
export class ChaosNode {
  readonly gateway: GatewayProcess;
  readonly #proxy: HalfOpenProxy;
  #state: "up" | "frozen" | "away" = "up";
  #isOver = false;
  readonly #badEnds: BadEnd[] = [];
  #failedStarts = 0;
  #cuts = 0;
  readonly #endsMs: number[] = [];
  readonly #database: Pick<SharedDatabase, "isUp" | "restarts">;

  constructor(
    gateway: GatewayProcess,
    proxy: HalfOpenProxy,
    database: Pick<SharedDatabase, "isUp" | "restarts">,
  ) {
    this.gateway = gateway;
    this.#proxy = proxy;
    this.#database = database;
  }

  get isUp(): boolean {
    return this.#state === "up";
  }

  get isCut(): boolean {
    return this.#proxy.isCut;
  }

  /** Whether it can carry messages, as long as there is a database. */
  get isAble(): boolean {
    return this.isUp && !this.isCut;
  }

  /** Ends that were not in good order: without its database a node cannot give its leases back, and says so. */
  get badEnds(): readonly BadEnd[] {
    return this.#badEnds;
  }

  /** How long the longest end took with the database there all the time, less what the machine kept it waiting. */
  get slowestEndMs(): number {
    return Math.round(Math.max(0, ...this.#endsMs));
  }

  /** Ends that took longer than is promised. */
  get lateEnds(): number {
    return this.#endsMs.filter((tookMs) => tookMs > endLimitMs).length;
  }

  /** Starts that found no database, or none in time. */
  get failedStarts(): number {
    return this.#failedStarts;
  }

  /** Whether it has ended though nobody ended it. */
  get hasFallen(): boolean {
    return this.isUp && !this.gateway.isRunning;
  }

  async kill(): Promise<void> {
    this.#state = "away";
    await this.gateway.kill();
    await this.#rise();
  }

  async freeze(forMs: number, where: FreezePlace): Promise<void> {
    this.#state = "frozen";
    if (where === "anywhere") this.gateway.signal("SIGSTOP");
    else this.gateway.standStillInCall(forMs);
    await pause(forMs);
    this.gateway.signal("SIGCONT");
    this.#state = "up";
  }

  async cut(forMs: number, ending: CutEnding): Promise<void> {
    this.#cuts += 1;
    this.#proxy.cut();
    await pause(forMs);
    if (ending === "resumes") this.#proxy.resume();
    else this.#proxy.reset();
  }

  /** Ends it in good order, and starts this checkout's gateway in its place. */
  async replace(): Promise<void> {
    this.#state = "away";
    await this.#stop();
    this.gateway.upgrade();
    await this.#rise();
  }

  /** No start is tried any more. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.gateway.isRunning) await this.#stop();
    await this.#proxy.close();
  }

  async #stop(): Promise<void> {
    const [startedAt, starvedBefore, before] = [performance.now(), starvedMs(), this.#outages];
    const hasDatabase = this.#database.isUp && !this.isCut;
    const code = await this.gateway.stop(stopTimeoutMs);
    const hadDatabase = hasDatabase && this.#outages === before;
    if (code !== 0) this.#badEnds.push({ code, hadDatabase, said: this.gateway.said });
    const waitedMs = processes * (starvedMs() - starvedBefore);
    if (hadDatabase) this.#endsMs.push(performance.now() - startedAt - waitedMs);
  }

  /** How often it has lost its database. */
  get #outages(): number {
    return this.#cuts + this.#database.restarts;
  }

  async #rise(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.gateway.startAgain();
        this.#state = "up";
        return;
      } catch {
        this.#failedStarts += 1;
        await pause(againMs);
      }
    }
  }
}
