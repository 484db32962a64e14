import { type ChildProcess, spawn } from "node:child_process";

/** Reads until our end of the pipe is gone, however we went; then ends the server and removes what it leaves. */
const script =
  'cat >/dev/null; [ -n "$1" ] && kill -QUIT "$1" 2>/dev/null && sleep 1; ' +
  '[ -n "$2" ] || exit 0; rm -rf "$2"; sleep 1; rm -rf "$2"';

/** Stands by while a server runs, so that it does not outlive us, not even after SIGKILL. */
export class Guardian {
  readonly #shell: ChildProcess;

  /** `directory` is removed after the server; `null`: nothing is. */
  constructor(server: number, directory: string | null) {
    const words = ["-c", script, "guardian", String(server), directory ?? ""];
    this.#shell = spawn("/bin/sh", words, { stdio: ["pipe", "ignore", "ignore"], detached: true });
    this.#shell.unref();
    const pipe = this.#shell.stdin;
    if (pipe !== null && "unref" in pipe && typeof pipe.unref === "function") pipe.unref();
  }

  /** The server has ended by other means. */
  dismiss(): void {
    const { pid } = this.#shell;
    // Killed by somebody else, it has nothing left to be dismissed.
    if (pid === undefined || this.#shell.exitCode !== null || this.#shell.signalCode !== null)
      return;
    process.kill(-pid, "SIGKILL");
  }
}
