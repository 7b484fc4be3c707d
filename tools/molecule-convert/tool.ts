import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { nameTag, onError, rejectedPort, removedField, removeSalts, tagsField } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

const countOrNull = (description: string) => Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description });

const textOrNull = Type.Union([Type.String(), Type.Null()]);

export const identifiers = Type.Object(
  {
    name: Type.String(),
    canonical_smiles: Type.String({ description: 'As CXSMILES where there are stereo groups (OR, AND)' }),
    inchi: textOrNull,
    inchikey: textOrNull,
    removed_fragments: removedField,
    undefined_stereocentres: countOrNull('Stereocentres that the input does not define, as InChI sees them'),
    undefined_double_bonds: countOrNull('Double bonds that could be E or Z, and are neither'),
    tags: tagsField,
  },
  { additionalProperties: false },
);

export const molecules = moleculeSlot();

export const contract = {
  id: 'molecule-convert',
  name: 'Molecule conversion',
  description: 'SMILES/SDF/MOL ↔ SMILES/SDF/InChI/InChIKey, 2D coordinates',
  category: 'Chemistry',
  tags: ['conversion', 'SMILES to SDF', 'convert molecules', 'canonical SMILES', 'InChI'],
  version: '2.1.0',
  slots: [molecules],
  settings: settingsOf({
    to: Type.Enum(['SMILES', 'SDF', 'INCHI', 'INCHIKEY'], { default: 'SDF' }),
    coordinates: Type.Enum(['keep', '2d'], {
      default: 'keep',
      description:
        'Of SDF: those of the input, or new ones in two dimensions; a molecule without any always gets these',
    }),
    remove_hs: Type.Boolean({ default: true, description: 'Leave out the hydrogens that a molfile writes out' }),
    remove_salts: removeSalts(false),
    name_tag: nameTag,
    on_error: onError,
  }),
  ports: [
    itemsPort('identifiers', 'Identifiers of each molecule', identifiers),
    filePort('smiles', 'Molecules as SMILES', { kind: 'smiles', format: 'SMILES', required: false }),
    filePort('sdf', 'Molecules as SDF', { kind: 'ligand', format: 'SDF', required: false }),
    filePort('inchi', 'InChI or InChIKey and name in each line', { format: 'TEXT', required: false }),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'molecule' },
  citation: { text: 'RDKit: Open-source cheminformatics', url: 'https://www.rdkit.org' },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
