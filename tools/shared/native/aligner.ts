import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as Type from 'typebox';
import type { Problem, ToolInput, ToolInputSlot, ToolRun, Verdict } from '../../contract.ts';
import type { SequenceRecord } from '../fasta.ts';
import { filePort, itemsPort, picturePort } from '../ports.ts';
import { type FromInput, readSequences } from '../readInputs.ts';
import { plainCapabilities } from '../slots.ts';
import { withoutRareLetters, writeSafeFasta } from './safeIds.ts';

/** What the tools share that align sequences by a program: slot, ports, check, and the file that goes in. */

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

/** The problems of the sequences; `minutes` estimates the run from their number and total length. */
export function checkUnaligned(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  minutes?: (count: number, total: number) => number,
): Verdict {
  const { problems, records, count } = readSequences(inputs, slot);
  problems.push(...otherKinds(inputs, slot));
  const total = records.reduce((sum, { sequence }) => sum + sequence.length, 0);
  const maxTotal = slot.capabilities.maxTotal as number;
  if (total > maxTotal)
    problems.push({
      path: 'input.inputs',
      message: `the sequences have ${total} residues together, the limit is ${maxTotal}`,
    });
  if (problems.length > 0) return { problems, units: 0 };
  return { problems, units: count, ...(minutes && { estimatedMinutes: minutes(count, total) }) };
}

function otherKinds(inputs: ToolInput[], slot: ToolInputSlot): Problem[] {
  const first = inputs.find(({ slotId }) => slotId === slot.id)?.kind;
  return inputs.flatMap(({ slotId, kind }, i) =>
    slotId === slot.id && kind !== first
      ? [{ path: `input.inputs[${i}].kind`, message: `${kind} cannot be aligned with ${first}` }]
      : [],
  );
}

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
