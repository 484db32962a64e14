/** The browser features that single sign-on needs: follows redirects and keeps cookies per origin. */
export class Traveller {
  readonly #jars = new Map<string, Map<string, string>>();

  /** One request with the origin's cookies. */
  async visit(address: string): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, {
      redirect: "manual",
      headers: cookie === "" ? {} : { cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";", 1);
      const end = pair.indexOf("=");
      if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(pair.slice(0, end));
      else jar.set(pair.slice(0, end), pair.slice(end + 1));
    }
    await response.body?.cancel();
    return response;
  }

  /** Follows redirects until one leads to `origin`. Returns that address without visiting it. */
  async travelTo(origin: string, from: string): Promise<string> {
    let address = from;
    for (let hops = 0; hops < 10; hops += 1) {
      const response = await this.visit(address);
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${address} answered ${response.status}`);
      address = new URL(location, address).href;
      if (address.startsWith(`${origin}/`)) return address;
    }
    throw new Error("too many redirects");
  }

  /** As a `Cookie` header. */
  cookiesOf(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  }

  forget(origin: string): void {
    this.#jars.delete(origin);
  }
}
