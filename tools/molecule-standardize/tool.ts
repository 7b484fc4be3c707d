import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { nameTag, onError, rejectedPort, removedField, removeSalts, tagsField } from '../shared/moleculeTools.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const standardItem = Type.Object(
  {
    name: Type.String(),
    smiles: Type.String({ description: 'Of the standard form, canonical' }),
    inchikey: Type.Union([Type.String(), Type.Null()]),
    parent_smiles: Type.String({ description: 'Of the parent, as its charges and tautomer are drawn, canonical' }),
    changed: Type.Array(Type.Enum(['fragments', 'charges', 'tautomer']), {
      description: 'What differs from the input',
    }),
    charge: Type.Integer({ description: 'Formal charge of the standard form' }),
    tautomers: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'How many were found, the standard form included; null where tautomers are kept',
    }),
    removed_fragments: removedField,
    tags: tagsField,
  },
  { additionalProperties: false },
);

/** Larger molecules have too many tautomers to examine. */
export const molecules = moleculeSlot({ maxRecords: 2_000, maxHeavyAtoms: 150 });

export const contract = {
  id: 'molecule-standardize',
  name: 'Standardize molecules',
  description: 'One form for each molecule: parent of salts, neutral charges, canonical tautomer; lists tautomers',
  category: 'Chemistry',
  tags: ['tautomers', 'charges', 'salts', 'rdkit', 'canonical form', 'remove salts'],
  version: '1.0.0',
  slots: [molecules],
  settings: settingsOf({
    remove_salts: removeSalts(true),
    charges: Type.Enum(['neutralize', 'keep'], {
      default: 'neutralize',
      description:
        'neutralize adds and removes protons until no charge is left that they can take; quaternary amines and their counterparts keep theirs. Charges at a pH: ligand-prepare',
    }),
    tautomer: Type.Enum(['canonical', 'enumerate', 'keep'], {
      default: 'canonical',
      description:
        'canonical gives all tautomers of a molecule the same form, which is not always the most stable one in water; enumerate also lists the others',
    }),
    max_tautomers: Type.Integer({
      minimum: 2,
      maximum: 1_000,
      default: 1_000,
      description: 'Looked at, of a molecule',
    }),
    mobile_stereo: Type.Enum(['keep', 'remove'], {
      default: 'keep',
      description:
        'Stereocentres and double bonds that tautomers exchange hydrogens with; remove makes one form of both isomers',
    }),
    name_tag: nameTag,
    on_error: onError,
  }),
  ports: [
    itemsPort('molecules', 'Standard forms', standardItem),
    filePort('smiles', 'Standard forms as SMILES', { kind: 'smiles', format: 'SMILES', required: false }),
    filePort('tautomers', 'All tautomers as SMILES', { kind: 'smiles', format: 'SMILES', required: false }),
    rejectedPort,
    ...notePorts,
  ],
  // A drug-like molecule takes 20 ms; one with hundreds of tautomers takes some seconds.
  limits: { wallSeconds: 1_800, memoryMiB: 1024, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 100 molecules' },
  citation: { text: 'RDKit: Open-source cheminformatics', url: 'https://www.rdkit.org' },
  license: 'BSD-3-Clause',
  requires: [programs.python],
} satisfies ToolContract;
