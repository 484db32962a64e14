import type { Diagnosis, DiagnosisOptions, Finding } from "../../ports/diagnosis.ts";
import type { Diagnostician } from "../../ports/diagnostician.ts";
import type { TransportProbe } from "../../ports/transport-probe.ts";
import type { Parts } from "../parts.ts";
import { consult } from "./consultation.ts";

interface DoctorPorts {
  readonly parts: Parts;
  readonly diagnosticians: readonly Diagnostician[];
  readonly probe: TransportProbe | null;
}

/** Asks everybody who can say how they are. */
export class Doctor implements Diagnosis {
  readonly #ports: DoctorPorts;

  constructor(ports: DoctorPorts) {
    this.#ports = ports;
  }

  async run(_options: DiagnosisOptions, signal: AbortSignal): Promise<readonly Finding[]> {
    const { diagnosticians, parts } = this.#ports;
    const consulted = diagnosticians.map((one) => consult(one, parts.ports.timers, signal));
    return (await Promise.all(consulted)).flat();
  }
}
