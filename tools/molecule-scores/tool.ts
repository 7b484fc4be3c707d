import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { nameTag, onError, rejectedPort, removedField, tagsField } from '../shared/moleculeTools.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const molecules = moleculeSlot();

export const scoreItem = Type.Object(
  {
    name: Type.String(),
    smiles: Type.String({ description: 'The parent, which is scored' }),
    removed_fragments: removedField,
    qed: Type.Number({ description: 'Quantitative estimate of drug-likeness, from 0 to 1, with the mean weights' }),
    sa_score: Type.Number({ description: 'Synthetic accessibility, from 1, easy, to 10, hard' }),
    molecular_weight: Type.Number({ description: 'Da; this and the following properties make up the QED' }),
    alogp: Type.Number({ description: 'Crippen' }),
    acceptors: Type.Integer({ description: 'By the SMARTS of the QED, not those of Lipinski' }),
    donors: Type.Integer(),
    polar_surface: Type.Number({ description: 'Å²' }),
    rotatable_bonds: Type.Integer({ description: 'Without amide bonds' }),
    aromatic_rings: Type.Integer(),
    alerts: Type.Integer({ description: 'Structural alerts that are found, of 113' }),
    tags: tagsField,
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'molecule-scores',
  name: 'Drug-likeness and synthesis',
  description: 'QED, the estimate of drug-likeness, and the score of synthetic accessibility of molecules, by RDKit',
  category: 'Chemistry',
  tags: ['rdkit', 'qed', 'sa-score', 'drug-likeness', 'synthetic accessibility'],
  version: '1.0.0',
  slots: [molecules],
  settings: settingsOf({ on_error: onError, name_tag: nameTag }),
  ports: [
    itemsPort('scores', 'Scores of each molecule', scoreItem),
    filePort('table', 'Scores as a table', { kind: 'table', format: 'TSV' }),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 900, memoryMiB: 1536, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: {
    text: 'Bickerton G.R. et al., Quantifying the chemical beauty of drugs, Nat. Chem. 4 (2012) 90-98',
    doi: '10.1038/nchem.1243',
    also: [
      {
        text:
          'Ertl P. and Schuffenhauer A., Estimation of synthetic accessibility score of drug-like molecules based on molecular complexity ' +
          'and fragment contributions, J. Cheminform. 1 (2009) 8',
        doi: '10.1186/1758-2946-1-8',
      },
    ],
  },
  license: 'BSD-3-Clause',
  requires: [programs.python],
} satisfies ToolContract;
