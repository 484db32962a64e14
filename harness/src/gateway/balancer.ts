/** What a load balancer does: any gateway, but none that has just failed. */
export class Balancer {
  readonly #urls: readonly string[];
  readonly #avoidMs: number;
  readonly #avoidedUntil = new Map<string, number>();

  /** `avoidMs`: for how long a gateway that gave no answer gets no requests while another one runs. */
  constructor(urls: readonly string[], avoidMs: number) {
    this.#urls = urls;
    this.#avoidMs = avoidMs;
  }

  pick(): string {
    const now = performance.now();
    const live = this.#urls.filter((url) => (this.#avoidedUntil.get(url) ?? 0) <= now);
    const urls = live.length > 0 ? live : this.#urls;
    return urls[Math.floor(Math.random() * urls.length)] ?? "";
  }

  avoid(url: string): void {
    this.#avoidedUntil.set(url, performance.now() + this.#avoidMs);
  }
}
