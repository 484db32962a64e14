/** Something optional that was dropped or cut (ruling 3): nothing of the kind is silent. */
export interface Warning {
  /** Path of the field in the body, such as `sender.photo`. */
  readonly field: string;
  /** What happened and why, for the developer of the sending side; never quotes the value. */
  readonly message: string;
}
