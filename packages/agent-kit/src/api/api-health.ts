/** Called for every answer by `agentApi`, and asked by `appDiagnostician`: the credentials that an app refused. */
export class ApiHealth {
  readonly #now: () => number;
  #refusal: RefusedCredentials | null = null;

  /** @param now the clock, in epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that the app refused the credentials. */
  noteRefusal(status: number | null): void {
    this.#refusal = { status, at: this.#now() };
  }

  /** The newest refusal that is at most `withinMs` old; `null` when there is none. */
  refusalWithin(withinMs: number): RefusedCredentials | null {
    const newest = this.#refusal;
    return newest !== null && this.#now() - newest.at <= withinMs ? newest : null;
  }
}

/** An answer that refused the credentials. */
export interface RefusedCredentials {
  readonly status: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}
