import { pathToFileURL } from "node:url";
import type { ContainerModule } from "inversify";
import { CheckFault, messageOf } from "./check-fault.ts";
import type { TestRunner } from "./run-tests.ts";

/** What the checked module exports, with the adapter made. */
export interface AdapterCheck {
  readonly adapter: ContainerModule;
  readonly suites: (runner: TestRunner) => unknown;
  /** JSON Schema of the options; `null`: it exports none. */
  readonly options: object | null;
}

/** Imports the module, and makes the adapter with its sample options. @throws CheckFault */
export async function loadCheck(check: string): Promise<AdapterCheck> {
  const module = await imported(check);
  const { adapter, suites, options = null } = module;
  if (typeof adapter !== "function")
    throw new CheckFault(
      `${check} exports no function adapter, which makes the adapter with sample options.`,
    );
  if (typeof suites !== "function")
    throw new CheckFault(`${check} exports no function suites, which takes a test runner.`);
  if (options !== null && typeof options !== "object")
    throw new CheckFault(`${check} exports options that are no schema.`);
  return {
    adapter: await made(adapter as () => unknown, check),
    suites: suites as AdapterCheck["suites"],
    options,
  };
}

async function imported(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    throw new CheckFault(`${path} cannot be imported: ${messageOf(error)}`, ...adviceFor(error));
  }
}

async function made(adapter: () => unknown, path: string): Promise<ContainerModule> {
  let module: unknown;
  try {
    module = await adapter();
  } catch (error) {
    throw new CheckFault(`adapter() of ${path} failed: ${messageOf(error)}`);
  }
  if (typeof Object(module).load === "function") return module as ContainerModule;
  throw new CheckFault(`adapter() of ${path} gave no ContainerModule, as pluginModule makes it.`);
}

/** A plugin that is installed for use comes without what its suite needs. */
function adviceFor(error: unknown): readonly string[] {
  return Object(error).code === "ERR_MODULE_NOT_FOUND"
    ? ["Install what its package.json lists as devDependencies, such as @parley/conformance."]
    : [];
}
