import type { Answer } from "./child.ts";

/** How long a child may go on without its parent. */
const orphanMs = 5_000;

/** A child's service for its parent. */
export interface Service<Ready, Question extends object> {
  /** Sent once it is ready. */
  readonly ready: Ready;
  answer(question: Question): Promise<unknown>;
  /** Stops whatever keeps the process alive. */
  stop(): Promise<void>;
}

/** The child's side of `Child`: reports that it is ready, answers questions, and ends on SIGTERM or with its parent. */
export function serveParent<Ready, Question extends object>(
  service: Service<Ready, Question>,
): void {
  process.on("message", ({ number, question }: { number: number; question: Question }) => {
    const tell = (answer: Omit<Answer, "number">): void =>
      void process.send?.({ number, ...answer });
    service.answer(question).then(
      (value) => tell({ value }),
      (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  const end = (): void => {
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", end);
  process.once("disconnect", () => {
    end();
    // A server that this process waits for may have ended with the parent.
    setTimeout(() => process.exit(1), orphanMs);
  });
  process.send?.({ ready: service.ready });
}

/** The options that the parent gave. */
export function optionsOf<Options>(): Options {
  return JSON.parse(process.argv[2] ?? "{}") as Options;
}
