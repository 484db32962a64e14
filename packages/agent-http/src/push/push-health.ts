import { ApiError } from "@parley/agent-kit";
import { type Clock, faultFinding, type Finding, okFinding, warningFinding } from "@parley/core";

/** What became of the newest event. */
type Ending =
  | { readonly kind: "taken"; readonly at: number }
  | { readonly kind: ApiError["kind"]; readonly status: number | null; readonly at: number };

const check = "agent-http-push";

/** Remembers for the doctor how the app answers on this node. */
export class PushHealth {
  readonly #clock: Clock;
  #newest: Ending | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  taken(): void {
    this.#newest = { kind: "taken", at: this.#clock.now() };
  }

  failed(error: unknown): void {
    const { kind, status } = ApiError.is(error) ? error : { kind: "failed" as const, status: null };
    this.#newest = { kind, status, at: this.#clock.now() };
  }

  findings(name: string): readonly Finding[] {
    const newest = this.#newest;
    if (newest === null)
      return [okFinding(check, `${name}: no event was posted since the gateway started.`)];
    const ago = `${Math.round((this.#clock.now() - newest.at) / 1_000)} s ago`;
    if (newest.kind === "taken" || newest.kind === "rejected")
      return [okFinding(check, `${name}: the app answered ${ago}.`)];
    const status = newest.status === null ? "no answer" : `HTTP ${newest.status}`;
    if (newest.kind === "later")
      return [
        warningFinding(
          check,
          `${name}: the app asked for a pause ${ago} (${status}).`,
          "Wait, or give the app more room. POST /agents/<name>/ready ends the pause.",
        ),
      ];
    const advice =
      newest.kind === "unauthorized"
        ? "Give app and gateway the same secret, and let the app check the signature over the exact bytes of the body."
        : "Start the app, and check `push.url`; a private one must be in `allowOrigins`. Events wait, and come again by themselves.";
    return [
      faultFinding(check, `${name}: the app did not take an event ${ago} (${status}).`, advice),
    ];
  }
}
