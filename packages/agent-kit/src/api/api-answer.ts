/** What an app answered to one call, whatever its status. */
export interface ApiAnswer {
  readonly status: number;
  /** Lower-case names, values as received. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The whole body as UTF-8. */
  readonly text: string;
  /**
   * The body as JSON; `null` for an empty one. Everything in it is untrusted.
   * @throws ApiError `failed`, if it is no JSON
   */
  json(): unknown;
}

/** Whether an HTTP status is a success: 200 to 299. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** The first value of a header; `null` when there is none. */
export function headerOf({ headers }: ApiAnswer, name: string): string | null {
  return [headers[name] ?? []].flat()[0] ?? null;
}
