export { MemoryData } from "./data.ts";
export { memoryStores } from "./module.ts";
export { createMemoryStores, type MemoryStores, type MemoryStoresOptions } from "./stores.ts";
