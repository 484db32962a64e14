/** Reports every unhandled rejection until the returned function is called. */
export function hearRejections(told: (what: string) => void): () => void {
  const hear = (reason: unknown) =>
    told(
      `unhandled: ${reason instanceof Error ? `${reason.name} ${reason.message}` : typeof reason}`,
    );
  process.on("unhandledRejection", hear);
  return () => void process.off("unhandledRejection", hear);
}
