/** Names of force fields for protonation states, by PDB2PQR's name of each state. */
const states: Record<string, string> = {
  ...{ HID: 'HID HSD HISD HISA', HIE: 'HIE HSE HISE HISB', HIP: 'HIP HSP HISH HISP' },
  ...{ ASH: 'ASH ASPH ASPP', GLH: 'GLH GLUH GLUP', LYN: 'LYN LSN LYSN', CYM: 'CYM CYSM', TYM: 'TYM TYRM' },
};

/** The state that a residue's name says, by the name. */
export const stateOf: ReadonlyMap<string, string> = new Map(
  Object.entries(states).flatMap(([state, names]) => names.split(' ').map((name) => [name, state] as const)),
);
