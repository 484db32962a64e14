import { useCallback, useEffect, useRef, useState } from "react";
import { againMs, isPassing } from "../api/call.ts";

export interface Loaded<Value> {
  /** `null` until it is loaded. */
  readonly value: Value | null;
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
}

/**
 * Loads a page's data. Loads again when `load` changes, and retries while the gateway is unavailable. Drops an answer
 * when a newer request has started.
 */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const reload = useCallback(async (): Promise<void> => {
    const number = (newest.current += 1);
    clearTimeout(timer.current);
    try {
      const loaded = await load();
      if (number !== newest.current) return;
      setValue(loaded);
      setProblem(null);
    } catch (error) {
      if (number !== newest.current) return;
      setProblem(wordsOf(error));
      if (isPassing(error)) timer.current = setTimeout(() => void reload(), againMs);
    }
  }, [load]);

  useEffect(() => {
    setValue(null);
    void reload();
    return () => {
      newest.current += 1;
      clearTimeout(timer.current);
    };
  }, [reload]);
  return { value, problem, reload };
}

export interface Action {
  readonly busy: boolean;
  readonly problem: string | null;
  /** Runs one action at a time. Returns true on success. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** Runs a button's action, and keeps the reason when it fails. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);

  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await work();
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(wordsOf(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, run };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "Something went wrong.";
}
