import { type Clock, type Logger, ParleyError, refuse } from "@parley/core";
import type { Job } from "./api/job.ts";
import { done, refused, type Result, type Shown } from "./operation.ts";

type JobView = Shown<Job>;

/** The work of a job. `told` reports progress; `signal` aborts it. */
export type Work = (
  told: (progress: number) => void,
  signal: AbortSignal,
) => Promise<JobView["result"]>;

interface JobsOptions {
  readonly clock: Pick<Clock, "now">;
  readonly logger: Pick<Logger, "error"> | undefined;
  /** Aborted when the gateway stops. Running jobs end, and no new ones start. */
  readonly stopping: AbortSignal;
}

/** Number of ended jobs to remember. */
const keptJobs = 20;

/** Jobs of this node: one of each kind at a time. Forgotten when the gateway stops. */
export class Jobs {
  readonly #options: JobsOptions;
  readonly #jobs = new Map<string, JobView>();
  #begun = 0;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(): readonly JobView[] {
    return [...this.#jobs.values()].toReversed();
  }

  find(id: string): JobView | null {
    return this.#jobs.get(id) ?? null;
  }

  /** @param total the value at which `told` is complete; `null` when unknown */
  start(kind: Job["kind"], total: number | null, work: Work): Result<JobView> {
    if (this.#options.stopping.aborted) {
      return refused(shuttingDown);
    }
    const isRunning = this.list().some((job) => job.kind === kind && job.state === "running");
    if (isRunning) return refused(refuse("jobRunning"));
    const job = this.#add(kind, total);
    void this.#run(job, work);
    return done(job);
  }

  #add(kind: Job["kind"], total: number | null): JobView {
    const startedAt = this.#options.clock.now();
    this.#begun += 1;
    const id = `${kind}-${startedAt.toString(36)}-${this.#begun}`;
    const open = { result: null, error: null, endedAt: null } as const;
    const job = { id, kind, state: "running", startedAt, done: 0, total, ...open } as const;
    this.#jobs.set(id, job);
    return job;
  }

  async #run({ id, kind, total }: JobView, work: Work): Promise<void> {
    const { clock, logger, stopping } = this.#options;
    try {
      const result = await work((progress) => this.#change(id, { done: progress }), stopping);
      stopping.throwIfAborted();
      const end = total === null ? {} : { done: total };
      this.#change(id, { state: "done", endedAt: clock.now(), result, ...end });
    } catch (error) {
      const code = stopping.aborted ? "stopping" : codeOf(error);
      logger?.error("admin job failed", { kind, code });
      const sentence = stopping.aborted ? stoppingSentence : sentenceOf(error);
      this.#change(id, { state: "failed", endedAt: clock.now(), error: sentence });
    }
    this.#forget();
  }

  #change(id: string, change: Partial<JobView>): void {
    const job = this.#jobs.get(id);
    if (job !== undefined) this.#jobs.set(id, { ...job, ...change });
  }

  #forget(): void {
    const ended = [...this.#jobs.values()].filter(({ state }) => state !== "running");
    for (const { id } of ended.slice(0, Math.max(0, ended.length - keptJobs)))
      this.#jobs.delete(id);
  }
}

// No message is involved, so the outcome from core's table would be wrong.
const shuttingDown = {
  ...refuse("overloaded", { retryAfterSeconds: 10 }),
  message: "The gateway is shutting down. Nothing was changed.",
};

const stoppingSentence =
  "The gateway stopped before the job was done. Start the job again when the gateway runs.";

/** The message of a foreign error may contain anything, so it is not shown. */
function sentenceOf(error: unknown): string {
  return ParleyError.is(error)
    ? error.message
    : `The job failed for an unexpected reason (${codeOf(error)}).`;
}

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  if (typeof code === "string") return code;
  return error instanceof Error ? error.name : "unknown";
}
