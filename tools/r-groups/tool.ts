import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { nameTag, onError, rejectedPort, removedField, removeSalts, tagsField } from '../shared/moleculeTools.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot, plainCapabilities } from '../shared/slots.ts';

const closed = { additionalProperties: false };

export const coreItem = Type.Object(
  {
    smarts: Type.String(),
    atoms: Type.Integer({ minimum: 1, description: 'Atoms of the core; hydrogens only where the SMARTS names them' }),
    bonds: Type.Integer({ minimum: 0 }),
    molecules: Type.Integer({ minimum: 1, description: 'How many have the core' }),
    found: Type.Enum(['given', 'largest', 'not all examined'], {
      description: 'not all examined: the time was over, and there may be a larger common core',
    }),
  },
  closed,
);

export const groupItem = Type.Object(
  {
    name: Type.String(),
    smiles: Type.String({ description: 'Canonical' }),
    core: Type.String({
      description: 'The core with its stereo in this molecule, and with the positions [*:1], [*:2], …',
    }),
    groups: Type.Record(Type.String(), Type.String(), {
      description:
        'SMILES of what is at each position, by R1, R2, …; [H] where there is nothing. A group at two positions is in both; two groups at one atom are joined by a dot',
    }),
    core_places: Type.Integer({ minimum: 1, description: 'Sets of atoms of the molecule that fit the core' }),
    removed_fragments: removedField,
    tags: tagsField,
  },
  closed,
);

/** The search for a common core compares all molecules. */
export const molecules = moleculeSlot({ maxRecords: 500, maxHeavyAtoms: 150 });

export const core = {
  id: 'core',
  label: 'Core',
  description: 'A SMARTS; without it the largest common core is found. Positions may be marked with [*:1], [*:2], …',
  min: 0,
  max: 1,
  acceptedKinds: ['pattern'],
  acceptedFormats: ['SMARTS'],
  defaultKind: 'pattern',
  capabilities: plainCapabilities({ min: 1, max: 1 }, { externalSources: [] }),
} satisfies ToolInputSlot;

export const contract = {
  id: 'r-groups',
  name: 'Common core and R groups',
  description: 'The largest common core of molecules, or one that is given, and the groups of each molecule around it',
  category: 'Chemistry',
  tags: ['mcs', 'maximum common substructure', 'r-group decomposition', 'scaffold', 'sar table', 'rdkit'],
  version: '1.0.0',
  slots: [molecules, core],
  settings: settingsOf({
    atoms: Type.Enum(['elements', 'any'], {
      default: 'elements',
      description: 'Which atoms of two molecules are the same: those of one element, or any',
    }),
    bonds: Type.Enum(['order', 'any'], {
      default: 'order',
      description: 'Which bonds of two molecules are the same: those of one order, or any',
    }),
    rings: Type.Enum(['whole', 'apart', 'any'], {
      default: 'whole',
      description:
        'whole: rings are in the core as a whole or not at all; apart: atoms of rings and of chains differ; any: neither',
    }),
    only_marked: Type.Boolean({
      default: false,
      description:
        'A molecule with a group anywhere else than at the marked positions of the core does not have the core',
    }),
    max_seconds: Type.Integer({
      minimum: 1,
      maximum: 600,
      default: 60,
      description: 'For the search of the common core, and again for the groups',
    }),
    remove_salts: removeSalts(true),
    name_tag: nameTag,
    on_error: onError,
  }),
  ports: [
    itemsPort('core', 'Core', coreItem),
    itemsPort('molecules', 'Groups of each molecule', groupItem),
    filePort('core_smarts', 'Core as SMARTS', { kind: 'pattern', format: 'SMARTS' }),
    filePort('groups_table', 'Groups as a table', { kind: 'table', format: 'TSV' }),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 1_800, memoryMiB: 1024, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 100 molecules' },
  citation: {
    text: 'RDKit: Open-source cheminformatics',
    url: 'https://www.rdkit.org',
    also: [
      {
        text: 'Dalke A., Hastings J., FMCS: a novel algorithm for the multiple MCS problem, J. Cheminform. 5 (2013) O6',
        doi: '10.1186/1758-2946-5-S1-O6',
        when: 'without a core',
      },
    ],
  },
  license: 'BSD-3-Clause',
  requires: [programs.python],
} satisfies ToolContract;
