import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';

/** Ten times the atoms of a large enzyme. */
export const MAX_ATOMS = 50_000;

export const pqr: ToolInputSlot = {
  id: 'pqr',
  label: 'Charges and radii',
  description: 'Atoms with their charges and radii, as protonate writes them',
  min: 1,
  max: 1,
  acceptedKinds: ['structure'],
  acceptedFormats: ['PQR'],
  defaultKind: 'structure',
  capabilities: { ...plainCapabilities({ min: 1, max: 1 }, { externalSources: [] }), maxAtoms: MAX_ATOMS },
};

/** Number of grid points along each side. */
export const gridPoints: Record<string, number> = { coarse: 65, medium: 97, fine: 129 };

export const energyItem = Type.Object(
  {
    solvation_energy_kj_mol: Type.Number({
      description: 'Electrostatic energy of moving the charges from a medium like the solute into the solvent',
    }),
    atoms: Type.Integer(),
    net_charge: Type.Number({ description: 'In elementary charges' }),
    grid_spacing: Type.Array(Type.Number(), {
      minItems: 3,
      maxItems: 3,
      description: 'Of the fine grid along x, y and z in Å; the energy depends on it',
    }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'electrostatics',
  name: 'APBS',
  description: 'Electrostatic potential and solvation energy of a molecule by the Poisson-Boltzmann equation',
  category: 'Structure',
  tags: [
    'electrostatics',
    'poisson-boltzmann',
    'solvation',
    'apbs',
    'electrostatic potential',
    'charge surface',
    'pdb2pqr',
  ],
  version: '2.0.0',
  slots: [pqr],
  settings: settingsOf({
    solute_dielectric: Type.Number({ minimum: 1, maximum: 20, default: 2 }),
    solvent_dielectric: Type.Number({
      minimum: 20,
      maximum: 100,
      default: 78.54,
      description: '78.54 is water at 25 °C',
    }),
    ion_concentration: Type.Number({
      minimum: 0,
      maximum: 2,
      default: 0,
      description: 'Of a salt of singly charged ions, mol/l',
    }),
    grid: Type.Enum(Object.keys(gridPoints), {
      default: 'medium',
      description: '65, 97 or 129 points along each side',
    }),
  }),
  ports: [
    itemsPort('energy', 'Solvation energy', energyItem),
    filePort('potential', 'Potential on the fine grid in kT/e, OpenDX', { kind: 'structure', format: 'DX.GZ' }),
    ...notePorts,
  ],
  scenes: [{ id: 'structure', label: 'Charged structure', parts: [{ ports: [], slot: 'pqr', look: 'structure' }] }],
  // APBS used up to 980 MiB with the fine grid.
  limits: { wallSeconds: 1_800, memoryMiB: 1_536, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Baker N. A., Sept D., Joseph S., Holst M. J., McCammon J. A., Electrostatics of nanosystems: application to microtubules and the ribosome, Proc. Natl. Acad. Sci. USA 98 (2001) 10037-10041',
    doi: '10.1073/pnas.181342398',
  },
  license: 'BSD-3-Clause',
  requires: [programs.apbs],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
