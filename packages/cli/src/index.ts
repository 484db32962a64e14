export type { CommandContext } from "./command-context.ts";
export type { OutputStream } from "./output/output-stream.ts";
export { CommandError } from "./command-error.ts";
export { type ExitCode, exitCodes } from "./exit-code.ts";
export { run } from "./run.ts";
