export { MemoryData } from "./data.ts";
export { memoryStores } from "./module.ts";
export { SignalHub } from "./signals.ts";
export { createMemoryStores, type MemoryStores, type MemoryStoresOptions } from "./stores.ts";
