import { contentTypes } from '@rotamer/formats/formats.ts';
import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { MAX_HEAVY_ATOMS } from '../shared/molecules.ts';
import { nameTag, onError, rejectedPort, removedField, removeSalts, tagsField } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { coreDescriptors, type DescriptorName, descriptorNames } from './descriptors.ts';

const descriptorValues = Object.fromEntries(
  descriptorNames.map((name) => [name, Type.Optional(Type.Number())]),
) as Record<DescriptorName, ReturnType<typeof Type.Optional<ReturnType<typeof Type.Number>>>>;

const countOrNull = (description: string) => Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description });

const textOrNull = Type.Union([Type.String(), Type.Null()]);

export const descriptorRow = Type.Object(
  {
    name: Type.String(),
    canonical_smiles: Type.String({ description: 'As CXSMILES where there are stereo groups (OR, AND)' }),
    inchi: textOrNull,
    inchikey: textOrNull,
    formula: Type.Optional(Type.String({ description: 'Hill order, with the net charge' })),
    isotope_formula: Type.Optional(Type.String({ description: 'With isotopes, e.g. D2O; where there are some' })),
    murcko_scaffold: Type.Union([Type.String(), Type.Null()], {
      description:
        'Rings, what links them and their double-bonded atoms, as SMILES; empty without rings, null with dative bonds',
    }),
    removed_fragments: removedField,
    undefined_stereocentres: countOrNull('Stereocentres that the input does not define, as InChI sees them'),
    undefined_double_bonds: countOrNull('Double bonds that could be E or Z, and are neither'),
    ...descriptorValues,
    lipinski_violations: Type.Integer({ minimum: 0, maximum: 4 }),
    veber: Type.Boolean({ description: 'At most 10 rotatable bonds and TPSA of at most 140' }),
    tags: tagsField,
  },
  { additionalProperties: false },
);

export const molecules = {
  id: 'molecules',
  label: 'Molecules',
  min: 1,
  max: 100,
  acceptedKinds: ['smiles', 'ligand'],
  acceptedFormats: ['SMILES', 'SDF', 'MOL'],
  defaultKind: 'smiles',
  capabilities: plainCapabilities(
    { min: 1, max: 10_000 },
    { maxHeavyAtoms: MAX_HEAVY_ATOMS, externalSources: ['pubchem'] },
  ),
} satisfies ToolInputSlot;

export const contract = {
  id: 'molecule-descriptors',
  name: 'Molecule descriptors',
  description: '43 RDKit descriptors, InChIKey, rule-of-five',
  category: 'Chemistry',
  tags: ['rdkit', 'descriptors', 'logP', 'molecular weight', 'TPSA', 'drug-likeness', 'Lipinski'],
  version: '2.0.0',
  slots: [molecules],
  settings: settingsOf({
    on_error: onError,
    name_tag: nameTag,
    descriptors: Type.Array(Type.Enum([...descriptorNames]), {
      uniqueItems: true,
      maxItems: descriptorNames.length,
      default: coreDescriptors,
      description: 'RDKit descriptors to include in each row',
    }),
    remove_salts: removeSalts(true),
  }),
  ports: [
    {
      id: 'descriptors',
      label: 'Descriptors',
      type: 'items',
      kind: 'table',
      format: 'JSON',
      contentType: contentTypes.JSON,
      required: true,
      schema: descriptorRow,
    },
    {
      id: 'table',
      label: 'Descriptors as a table',
      type: 'file',
      kind: 'table',
      format: 'TSV',
      contentType: contentTypes.TSV,
      required: true,
    },
    rejectedPort,
    ...notePorts,
  ],
  // A drug-like molecule takes 9 ms, and twice that on a busy core. 10,000 molecules take some minutes.
  limits: { wallSeconds: 600, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: {
    text: 'RDKit: Open-source cheminformatics',
    url: 'https://www.rdkit.org',
  },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
