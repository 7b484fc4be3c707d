import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { nameTag, onError, rejectedPort, tagsField } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot, plainCapabilities } from '../shared/slots.ts';

export const hit = Type.Object(
  {
    name: Type.String(),
    pattern: Type.String({ description: 'Name of the pattern, or its SMARTS' }),
    matches: Type.Array(Type.Array(Type.Integer({ minimum: 0 })), {
      description:
        'At most 100 matches: atoms in the order of the pattern, counted from 0 in the order of the input without the ' +
        'hydrogens of a molfile',
    }),
    tags: tagsField,
  },
  { additionalProperties: false },
);

export const molecules = moleculeSlot();

export const patterns = {
  id: 'patterns',
  label: 'SMARTS patterns',
  description: 'One a line, with a name behind it if you like',
  min: 1,
  max: 20,
  acceptedKinds: ['pattern'],
  acceptedFormats: ['SMARTS'],
  defaultKind: 'pattern',
  capabilities: plainCapabilities({ min: 1, max: 20 }, { externalSources: [] }),
} satisfies ToolInputSlot;

export const contract = {
  id: 'substructure-search',
  name: 'Substructure search',
  description: 'SMARTS hits with atom indices',
  category: 'Chemistry',
  tags: ['smarts', 'find functional groups', 'scaffold search'],
  version: '2.0.1',
  slots: [molecules, patterns],
  settings: settingsOf({ name_tag: nameTag, on_error: onError }),
  ports: [
    itemsPort('matches', 'Matches', hit, false),
    filePort('hits', 'Molecules with a match of any pattern', { kind: 'smiles', format: 'SMILES', required: false }),
    filePort('hits_table', 'Number of matches as a table', { kind: 'table', format: 'TSV' }),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: { text: 'RDKit: Open-source cheminformatics', url: 'https://www.rdkit.org' },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
