import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'One model of each, with its whole backbone; modified residues count as their parents',
  min: 1,
  max: 20,
  maxResidues: 3_000,
});

const closed = { additionalProperties: false };
const maybe = Type.Union([Type.Number(), Type.Null()]);

export const groupItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    number: Type.Integer(),
    insertion: Type.String(),
    residue: Type.String(),
    group: Type.String({ description: 'The residue of the group; N+ and C- are the ends of chains' }),
    pka: { ...maybe, description: 'Null where the residue lacks atoms' },
    model_pka: Type.Number({ description: 'Of the group alone in water' }),
    shift: { ...maybe, description: '`pka` less `model_pka`' },
    buried: Type.Number({ description: 'How buried the group is, from 0 to 1' }),
    coupled: Type.Boolean({
      description: 'It titrates together with another group: its `pka` may change places with that',
    }),
  },
  closed,
);

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    groups: Type.Integer(),
    pi_folded: maybe,
    pi_unfolded: maybe,
    charge: Type.Number({ description: 'Of the folded protein at the chosen pH, in elementary charges' }),
  },
  closed,
);

export const contract = {
  id: 'pka',
  name: 'pKa values',
  description: 'Predicts the pKa of each titratable group, the isoelectric point and the charge by pH (PROPKA)',
  category: 'Structure',
  tags: ['propka', 'pka', 'isoelectric point', 'protonation', 'titration'],
  version: '1.0.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    ph: Type.Number({ minimum: 0, maximum: 14, default: 7, description: 'At which `charge` is given' }),
    ligands: Type.Boolean({ default: false, description: 'Let ligands and metals shift the groups near them' }),
  }),
  ports: [
    itemsPort('groups', 'Titratable groups', groupItem),
    itemsPort('summary', 'Isoelectric point and charge', summaryItem),
    filePort('curve', 'Charge by pH', { kind: 'table', format: 'TSV' }),
    picturePort('Charge by pH'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'structure',
      label: 'pKa on the structure',
      parts: [{ ports: [], slot: 'structure', look: 'structure' }],
      values: { port: 'groups', field: 'pka' },
    },
  ],
  limits: { wallSeconds: 300, memoryMiB: 1024, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Olsson M. H. M. et al., PROPKA3: consistent treatment of internal and surface residues in empirical pKa predictions, J. Chem. Theory Comput. 7 (2011) 525-537',
    doi: '10.1021/ct100578z',
  },
  license: 'LGPL-2.1-only',
  requires: [programs.python],
} satisfies ToolContract;
