/** Code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** For `catch`: `value` for a file that is not there. @throws the error, when it is another one */
export function whenMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) === "ENOENT") return value;
    throw error;
  };
}
