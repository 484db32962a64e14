export type { CommandContext, OutputStream } from "./command-context.ts";
export { CommandError } from "./command-error.ts";
export { type ExitCode, exitCodes } from "./exit-code.ts";
export { run } from "./run.ts";
