import { type OpenedStores, storesOf } from "@parley/conformance";
import { Container, type ContainerModule } from "inversify";

/** Opens the stores of a module for a while. */
export async function withStores<Result>(
  module: ContainerModule,
  work: (stores: Omit<OpenedStores, "reopen" | "close">) => Promise<Result>,
): Promise<Result> {
  const container = new Container({ defaultScope: "Singleton" });
  await container.loadAsync(module);
  try {
    return await work(await storesOf(container));
  } finally {
    await container.unloadAsync(module);
  }
}
