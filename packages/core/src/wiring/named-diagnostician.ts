import type { Diagnostician } from "../ports/services/diagnostician.ts";

/** The diagnostician of one agent app of several: its findings say whose they are. */
export function namedDiagnostician(agentApp: string, own: Diagnostician): Diagnostician {
  const whose = `The agent app "${agentApp}": `;
  return {
    name: `${whose}${own.name}`,
    diagnose: async (signal) => {
      const found = await own.diagnose(signal);
      return found.map((finding) => ({ ...finding, message: `${whose}${finding.message}` }));
    },
  };
}
