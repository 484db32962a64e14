import type { ContainerModule } from "inversify";
import { ParleyError } from "../errors.ts";

/**
 * Checks one argument of `createGateway`. An adapter is any object with a `load` method, so that a plugin with its own
 * copy of inversify works as well.
 *
 * @param position counts from 1
 * @throws ParleyError `not-an-adapter`
 */
export function checkAdapter(
  adapter: unknown,
  position: number,
): asserts adapter is ContainerModule {
  const fault = faultOf(adapter);
  if (fault === null) return;
  const message = `createGateway: argument ${position} is ${fault}.`;
  throw new ParleyError("not-an-adapter", message);
}

/** @throws ParleyError `adapter-passed-twice` */
export function checkDifferent(adapters: readonly unknown[]): void {
  for (const [index, adapter] of adapters.entries()) {
    const first = adapters.indexOf(adapter);
    if (first === index) continue;
    const message = `createGateway: arguments ${first + 1} and ${index + 1} are the same adapter. Pass it once.`;
    throw new ParleyError("adapter-passed-twice", message);
  }
}

function faultOf(adapter: unknown): string | null {
  if (typeof adapter === "function") return faultOfFunction(adapter);
  if (adapter === null || adapter === undefined)
    return `${String(adapter)}. Pass an adapter, such as storeSqlite(…)`;
  if (Array.isArray(adapter)) return "an array. Pass its adapters one by one: ...adapters";
  if (typeof adapter !== "object")
    return `a ${typeof adapter}. Pass an adapter, such as storeSqlite(…)`;
  if ("then" in adapter && typeof adapter.then === "function")
    return "a promise. Await it, and pass the adapter that it gives";
  if ("load" in adapter && typeof adapter.load === "function") return null;
  return "an object without a load method. Pass a ContainerModule of inversify, which an adapter's function returns";
}

function faultOfFunction({ name, prototype }: { name: string; prototype?: unknown }): string {
  const called = name === "" ? "a function" : `the function ${name}`;
  const isClass = typeof prototype === "object" && prototype !== null && "load" in prototype;
  return isClass
    ? `the class ${name}. Pass an instance: new ${name}(…)`
    : `${called}. Call it, and pass the adapter that it returns: ${name === "" ? "adapter" : name}(…)`;
}
