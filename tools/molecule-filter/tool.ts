import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { descriptorNames } from '../molecule-descriptors/descriptors.ts';
import { nameTag, removedField, tagsField } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const verdict = Type.Object(
  {
    name: Type.String(),
    passed: Type.Boolean(),
    reasons: Type.Array(Type.String(), { description: 'Why it was rejected; empty when it passed' }),
    removed_fragments: removedField,
    tags: tagsField,
  },
  { additionalProperties: false },
);

const range = Type.Object(
  { min: Type.Optional(Type.Number()), max: Type.Optional(Type.Number()) },
  { additionalProperties: false },
);

const smartsList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 50, default: [], description });

export const molecules = moleculeSlot();

export const contract = {
  id: 'molecule-filter',
  name: 'Molecule filter',
  description: 'Lipinski/Veber/ranges/PAINS/SMARTS, pass and reject lists',
  category: 'Chemistry',
  tags: ['filter', 'pains', 'drug-likeness', 'Lipinski', 'rule of five', 'structural alerts'],
  version: '2.0.0',
  slots: [molecules],
  settings: settingsOf({
    lipinski_max_violations: Type.Union([Type.Integer({ minimum: 0, maximum: 4 }), Type.Null()], {
      default: 1,
      description: 'More violations of the rule of five reject a molecule; null to leave the rule out',
    }),
    veber: Type.Boolean({ default: true, description: 'At most 10 rotatable bonds and TPSA of at most 140' }),
    pains: Type.Boolean({ default: true, description: 'Reject pan-assay interference compounds (480 filters)' }),
    ranges: Type.Object(Object.fromEntries(descriptorNames.map((name) => [name, Type.Optional(range)])), {
      additionalProperties: false,
      default: {},
      description: 'Bounds of RDKit descriptors, e.g. {"amw": {"max": 450}}',
    }),
    reject_multi_fragment: Type.Boolean({
      default: false,
      description:
        'Reject salts and mixtures; otherwise their parent is judged, without salt formers, solvents and smaller fragments',
    }),
    smarts_include: smartsList('Each of these must be found'),
    smarts_exclude: smartsList('None of these may be found'),
    name_tag: nameTag,
  }),
  ports: [
    itemsPort('verdicts', 'Verdict on each molecule', verdict),
    filePort('passed', 'Molecules that passed', { kind: 'smiles', format: 'SMILES', required: false }),
    filePort('rejected', 'Rejected molecules and why', { kind: 'table', format: 'TSV' }),
    ...notePorts,
  ],
  // The PAINS filters take 10 ms for a drug-like molecule.
  limits: { wallSeconds: 600, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: {
    text: 'Baell J. B., Holloway G. A., New substructure filters for removal of pan assay interference compounds (PAINS) from screening libraries and for their exclusion in bioassays, J. Med. Chem. 53 (2010) 2719-2740; Lipinski C. A. et al., Adv. Drug Deliv. Rev. 23 (1997) 3-25, 10.1016/S0169-409X(96)00423-1; Veber D. F. et al., J. Med. Chem. 45 (2002) 2615-2623, 10.1021/jm020017n',
    doi: '10.1021/jm901137j',
  },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
