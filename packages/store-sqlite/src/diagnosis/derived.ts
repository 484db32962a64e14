/** Data that can be computed from other rows, and must agree with them. */
export interface DerivedData {
  readonly name: string;
  /** A query of `n`: how many rows disagree. */
  readonly wrong: string;
  /** Statements that compute it anew. */
  readonly rebuild: readonly string[];
  /** Gateways fill it beside traffic. A repair always empties it, since nothing tells what is missing. */
  readonly isFilledLater?: true;
}
