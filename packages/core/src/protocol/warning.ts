/** Tells that an optional field was dropped or cut (ruling 3). Every such change has a warning. */
export interface Warning {
  /** Path of the field in the body, such as `sender.photo`. */
  readonly field: string;
  /** The change and its reason, for the developer of the sending side; never quotes the value. */
  readonly message: string;
}
