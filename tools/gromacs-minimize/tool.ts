import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { forcefield, gromacsCitation } from '../shared/gromacs/settings.ts';
import { gromacsSlot } from '../shared/gromacs/slot.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';

/** 5,000 steps of the largest protein take two minutes. */
const MAX_RESIDUES = 1_000;

export const structure = gromacsSlot(MAX_RESIDUES);

export const minimumItem = Type.Object(
  {
    potential_kj_mol: Type.Number({ description: 'Potential energy at the end' }),
    fmax: Type.Number({ description: 'Greatest force on an atom at the end, kJ/mol/nm' }),
    steps: Type.Integer(),
    converged: Type.Boolean({ description: 'The greatest force is below `emtol`' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'gromacs-minimize',
  name: 'GROMACS minimisation',
  description: 'Adds hydrogens to a protein and relaxes it by steepest descents in an implicit dielectric',
  category: 'Dynamics',
  tags: ['energy minimisation', 'gromacs', 'force field', 'minimize structure', 'relax structure'],
  version: '1.1.0',
  slots: [structure],
  settings: settingsOf({
    ...selectionSettings,
    forcefield,
    steps: Type.Integer({ minimum: 50, maximum: 5_000, default: 500, description: 'At most' }),
    emtol: Type.Number({
      minimum: 10,
      maximum: 5_000,
      default: 100,
      description: 'The greatest force to stop at, kJ/mol/nm',
    }),
  }),
  ports: [
    filePort('minimized', 'Structure with hydrogens', { kind: 'structure', format: 'PDB' }),
    itemsPort('minimum', 'Energy and force at the end', minimumItem),
    filePort('log', 'What the program said', { format: 'TEXT' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 2, perUnit: 0, unit: 'structure' },
  citation: gromacsCitation,
  license: 'LGPL-2.1-or-later',
  requires: [programs.gmx],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
