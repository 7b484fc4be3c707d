import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description:
    'The proteins of one model of each, with their whole backbone; ligands and metals are left out, so they shift no pKa; `pka` can count them',
  min: 1,
  max: 10,
});

const closed = { additionalProperties: false };
const pi = Type.Union([Type.Number(), Type.Null()]);

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    atoms: Type.Integer({ description: 'In the PQR file, with hydrogens' }),
    net_charge: Type.Number({ description: 'Sum of the charges in the PQR file, in elementary charges' }),
    pi_folded: pi,
    pi_unfolded: pi,
  },
  closed,
);

export const groupItem = Type.Object(
  {
    structure: Type.String(),
    group: Type.String({ description: 'Name of the residue; N+ and C- are the ends of chains' }),
    residue: Type.Integer(),
    chain: Type.String(),
    seq: Type.String({ description: 'Residue number with its insertion code' }),
    res: Type.String({ description: 'Name of the residue in the input' }),
    pka: Type.Number({ description: '99.99 for a cysteine in a disulfide bridge, which takes no proton' }),
    model_pka: Type.Number({ description: 'In water, alone' }),
  },
  closed,
);

export const chargeItem = Type.Object(
  {
    structure: Type.String(),
    ph: Type.Number(),
    folded: Type.Number({ description: 'Charge by the pKa values of the fold, in elementary charges' }),
    unfolded: Type.Number({ description: 'Charge by the model pKa values' }),
  },
  closed,
);

export const contract = {
  id: 'protonate',
  name: 'PDB2PQR',
  description: 'Hydrogens, charges and radii for a pH, with the pKa of every titratable group by PROPKA',
  category: 'Structure',
  tags: ['pka', 'pqr', 'hydrogens', 'propka', 'add hydrogens', 'protonation states'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    ph: Type.Number({ minimum: 0, maximum: 14, default: 7 }),
    forcefield: Type.Enum(['AMBER', 'CHARMM', 'PARSE'], { default: 'AMBER' }),
    drop_water: Type.Boolean({ default: true }),
    titrate: Type.Boolean({
      default: true,
      description:
        'Set protonation states by the pKa values; else the usual ones. Names that say a state (HIE, HIP, ASH, …) are kept',
    }),
  }),
  ports: [
    itemsPort('summary', 'Charge and isoelectric point', summaryItem),
    itemsPort('titratable', 'Titratable groups', groupItem, true, { residue: { title: 'Number' } }),
    filePort('pqr', 'Atoms with charges and radii', { kind: 'structure', format: 'PQR' }),
    filePort('apbs_input', 'Input for APBS', { format: 'TEXT' }),
    filePort('hydrogens', 'Protein with its hydrogens', { kind: 'structure', format: 'PDB' }),
    itemsPort('titration', 'Charge by pH, of PROPKA', chargeItem, false),
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 1024, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Jurrus E. et al., Improvements to the APBS biomolecular solvation software suite, Protein Sci. 27 (2018) 112-128',
    doi: '10.1002/pro.3280',
    also: [
      {
        text: 'Olsson M. H. M., Søndergaard C. R., Rostkowski M., Jensen J. H., PROPKA3: consistent treatment of internal and surface residues in empirical pKa predictions, J. Chem. Theory Comput. 7 (2011) 525-537',
        doi: '10.1021/ct100578z',
        when: 'for the pKa values',
      },
    ],
  },
  license: 'BSD-3-Clause AND LGPL-2.1-only',
  requires: [programs.pdb2pqr, programs.propka],
} satisfies ToolContract;
