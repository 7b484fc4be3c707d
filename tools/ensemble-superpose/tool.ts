import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const MAX_MODELS = 100;

/** THESEUS does not converge with only a few atoms. */
export const MIN_RESIDUES = 10;

export const ensemble = structureSlot({
  id: 'ensemble',
  label: 'Ensemble',
  description: `One file with 2 to ${MAX_MODELS} models of the same atoms, as of NMR; proteins alone are superposed`,
  min: 1,
  max: 1,
  models: { min: 2, max: MAX_MODELS },
});

const closed = { additionalProperties: false };

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    models: Type.Integer(),
    ls_rmsd: Type.Number({
      description: 'Root mean square distance over all pairs, least-squares superposition of all models, in Å',
    }),
    ml_rmsd: Type.Number({
      description: 'The same in the maximum likelihood superposition, in which `superposed` is; never less, in Å',
    }),
    ml_sigma: Type.Number({ description: 'Maximum likelihood standard deviation, in Å' }),
  },
  closed,
);

export const residueItem = Type.Object(
  {
    chain: Type.String(),
    seq: Type.String({ description: 'Residue number with its insertion code' }),
    res: Type.String(),
    variance: Type.Number({ description: 'Of the alpha carbon over the models, in Å²' }),
  },
  closed,
);

export const contract = {
  id: 'ensemble-superpose',
  name: 'THESEUS',
  description: 'Maximum likelihood superposition of the models of an ensemble, in which flexible parts count less',
  category: 'Structure',
  tags: ['superposition', 'nmr', 'ensemble', 'superimpose', 'align models'],
  version: '2.0.1',
  slots: [ensemble],
  settings: settingsOf({
    chains: selectionSettings.chains,
    residues: selectionSettings.residues,
    altloc: selectionSettings.altloc,
  }),
  ports: [
    itemsPort('summary', 'How far the models are apart', summaryItem),
    itemsPort('residues', 'Variance of each residue', residueItem),
    filePort('superposed', 'All models in one frame', { kind: 'structure', format: 'PDB' }),
    filePort('average', 'Mean place of each alpha carbon', { kind: 'structure', format: 'PDB' }),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'ensemble',
      label: 'Superposed models',
      parts: [{ ports: ['superposed'], look: 'structure', steps: true }],
      values: { port: 'residues', field: 'variance' },
    },
  ],
  limits: { wallSeconds: 300, memoryMiB: 1024, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'ensemble' },
  citation: {
    text: 'Theobald D.L., Steindel P.A., Optimal simultaneous superpositioning of multiple structures with missing data, Bioinformatics 28 (2012) 1972-1979',
    doi: '10.1093/bioinformatics/bts243',
  },
  license: 'GPL-3.0-or-later',
  requires: [programs.theseus],
} satisfies ToolContract;
