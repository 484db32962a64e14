import { change, type PlantedFault } from "./planted-fault.ts";

/** Faults in what is computed of the entries that plugins keep. */
export const plantedPluginFaults: readonly PlantedFault[] = [
  {
    name: "an entry of a plugin seems never due",
    check: "instants at which plugins' entries are due",
    plant: change("update plugin_entries set claimable_at = null where key = 'poll'"),
  },
  {
    name: "an entry of a plugin seems due, although it is not",
    check: "instants at which plugins' entries are due",
    plant: change("update plugin_entries set claimable_at = 1 where key = 'thread'"),
  },
  {
    name: "a plugin seems to keep more than it does",
    check: "counts of plugins' entries",
    plant: change("update plugin_instances set bytes = bytes + 1"),
  },
  {
    name: "the entries of a plugin are not counted",
    check: "counts of plugins' entries",
    plant: change("delete from plugin_instances"),
  },
];
