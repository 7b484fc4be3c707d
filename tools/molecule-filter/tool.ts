import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { descriptorNames } from '../molecule-descriptors/descriptors.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const verdict = Type.Object(
  {
    name: Type.String(),
    passed: Type.Boolean(),
    reasons: Type.Array(Type.String(), { description: 'Why it was rejected; empty when it passed' }),
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
  tags: ['filter', 'pains'],
  version: '1.0.0',
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
      description: 'Reject salts and mixtures; otherwise their largest fragment is judged',
    }),
    smarts_include: smartsList('Each of these must be found'),
    smarts_exclude: smartsList('None of these may be found'),
  }),
  ports: [
    itemsPort('verdicts', 'Verdict on each molecule', verdict),
    filePort('passed', 'Molecules that passed', { kind: 'smiles', format: 'SMILES', required: false }),
    filePort('rejected', 'Rejected molecules and why', { kind: 'table', format: 'TSV' }),
  ],
  // The PAINS filters take 10 ms of a drug-like molecule.
  limits: { wallSeconds: 600, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: {
    text: 'Baell J. B., Holloway G. A., New substructure filters for removal of pan assay interference compounds (PAINS) from screening libraries, J. Med. Chem. 53 (2010) 2719-2740',
    doi: '10.1021/jm901137j',
  },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
