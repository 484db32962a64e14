import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./eventually.ts";

/** A job as the admin API shows it. */
export interface JobShown<Result> {
  readonly id: string;
  readonly state: "running" | "done" | "failed";
  readonly result: Result | null;
  readonly error: string | null;
  readonly endedAt: number | null;
}

/** The result of a backup. */
export interface BackupShown {
  readonly path: string;
  readonly takenAt: number;
  readonly files: readonly { readonly name: string }[];
}

/** Client of a quickstart's admin API, with the token from its data directory. */
export class AdminClient {
  readonly #origin: string;
  readonly #token: string;

  constructor(origin: string, dataDirectory: string) {
    this.#origin = origin;
    this.#token = readFileSync(join(dataDirectory, "admin-token"), "utf8").trim();
  }

  ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.#origin}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async read<Body>(path: string): Promise<Body> {
    const response = await this.ask("GET", path);
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    return (await response.json()) as Body;
  }

  /** Starts a backup and returns its job's id. */
  async startBackup(): Promise<string> {
    const response = await this.ask("POST", "/backups", {});
    if (response.status !== 202) throw new Error(`the backup was answered ${response.status}`);
    return ((await response.json()) as { id: string }).id;
  }

  /** The result of a backup, and when it ended. */
  async backupOf(id: string): Promise<BackupShown & { readonly endedAt: number }> {
    const job = await eventually(async () => {
      const shown = await this.read<JobShown<BackupShown>>(`/jobs/${id}`);
      return shown.state !== "running" && shown;
    }, 60_000);
    if (job.result === null) throw new Error(job.error ?? "the backup gave no result");
    return { ...job.result, endedAt: job.endedAt ?? 0 };
  }

  async backup(): Promise<BackupShown> {
    return this.backupOf(await this.startBackup());
  }

  /** Every line of the export. */
  async export(): Promise<readonly Record<string, unknown>[]> {
    const text = await (await this.ask("GET", "/export")).text();
    const lines = text.trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
