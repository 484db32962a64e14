import type { ServiceIdentifier } from "inversify";
import { ParleyError } from "../errors.ts";

/**
 * Version of the plugin contract that this package implements, `major.minor`. A new minor version adds to the contract;
 * a new major version changes what a plugin relies on.
 */
export const contractVersion = "1.0";

/**
 * An adapter binds the version of the contract that it was built for:
 * `bind(ContractVersion).toConstantValue("1.0")`. A gateway takes its own major version, and minor versions up to its
 * own. An adapter that binds none is taken as it is.
 */
export const ContractVersion = Symbol.for(
  "@parley/core/ContractVersion",
) as ServiceIdentifier<string>;

/**
 * @param who names the adapter in the error
 * @throws ParleyError `contract-version-unsupported`
 */
export function checkContractVersion(version: unknown, who: string): void {
  const fault = faultOf(version);
  if (fault === null) return;
  throw new ParleyError("contract-version-unsupported", `${who} ${fault}`);
}

function faultOf(version: unknown): string | null {
  const read = typeof version === "string" ? /^(\d{1,4})\.(\d{1,4})$/.exec(version) : null;
  if (read === null)
    return `binds a ContractVersion that is not of the form "major.minor", such as "${contractVersion}".`;
  const [major = 0, minor = 0] = read.slice(1).map(Number);
  const [ownMajor = 0, ownMinor = 0] = contractVersion.split(".").map(Number);
  if (major === ownMajor && minor <= ownMinor) return null;
  const isNewer = major > ownMajor || (major === ownMajor && minor > ownMinor);
  const advice = isNewer ? "Update @parley/core" : "Update the adapter";
  return `was built for version ${read[0]} of the plugin contract, and this gateway has version ${contractVersion}. ${advice}.`;
}
