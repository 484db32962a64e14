/** For how long a gateway that gave no answer gets no requests while another one runs. */
const avoidMs = 300;

/** What a load balancer does: any gateway, but none that has just failed. */
export class Balancer {
  readonly #urls: readonly string[];
  readonly #avoidedUntil = new Map<string, number>();

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  pick(): string {
    const now = performance.now();
    const live = this.#urls.filter((url) => (this.#avoidedUntil.get(url) ?? 0) <= now);
    const urls = live.length > 0 ? live : this.#urls;
    return urls[Math.floor(Math.random() * urls.length)] ?? "";
  }

  avoid(url: string): void {
    this.#avoidedUntil.set(url, performance.now() + avoidMs);
  }
}
