import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as Type from 'typebox';
import type { ToolInputSlot, ToolRun } from '../../contract.ts';
import type { SequenceRecord } from '../fasta.ts';
import { filePort, itemsPort, picturePort } from '../ports.ts';
import { type FromInput, readSequences } from '../readInputs.ts';
import { plainCapabilities } from '../slots.ts';
import { withoutRareLetters, writeSafeFasta } from './safeIds.ts';

/** What the tools share that align sequences by a program: slot, ports, and the file that goes in. */

/** The slot of unaligned sequences. */
export function unalignedSlot(maxRecords: number, maxTotal: number): ToolInputSlot {
  return {
    id: 'sequences',
    label: 'Sequences',
    description: `All of one kind, at most ${maxTotal} residues together`,
    min: 1,
    max: 500,
    acceptedKinds: ['protein', 'dna', 'rna'],
    acceptedFormats: ['FASTA'],
    defaultKind: 'protein',
    capabilities: {
      ...plainCapabilities({ min: 2, max: maxRecords }, { maxResidues: 100_000, externalSources: ['uniprot'] }),
      maxTotal,
    },
  };
}

export const alignmentItem = Type.Object(
  {
    sequences: Type.Integer(),
    columns: Type.Integer(),
    strategy: Type.Union([Type.String(), Type.Null()], {
      description: 'The method that the program chose or was told',
    }),
  },
  { additionalProperties: false },
);

export const alignerPorts = [
  filePort('alignment', 'Alignment', { kind: 'msa', format: 'AFA' }),
  itemsPort('summary', 'Size of the alignment', alignmentItem),
  picturePort('Picture of the alignment'),
];

export const INPUT_FILE = 'in.fa';

/** Writes the sequences with safe ids into the job's folder and says whether they are proteins. */
export function stageSequences(
  job: ToolRun,
  slot: ToolInputSlot,
): { records: FromInput<SequenceRecord>[]; isProtein: boolean } {
  const { records } = readSequences(job.inputs, slot);
  const isProtein = job.inputs.find(({ slotId }) => slotId === slot.id)!.kind === 'protein';
  writeFileSync(join(job.workdir, INPUT_FILE), writeSafeFasta(records, isProtein ? withoutRareLetters : undefined));
  return { records, isProtein };
}
