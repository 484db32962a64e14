export { type CreateContext, run } from "./run.ts";
export { type Kind, kindNames } from "./kind.ts";
export { parleyPackages, type Tarballs } from "./manifest.ts";
