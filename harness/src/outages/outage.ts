/** One trouble of a store, which begins and ends while a gateway runs. */
export interface Outage {
  readonly name: string;
  /** `all`: nothing can be stored meanwhile. `one`: one conversation alone is refused. */
  readonly refuses: "all" | "one";
  begin(): Promise<void>;
  end(): Promise<void>;
}
