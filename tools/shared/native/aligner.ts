import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guessKind } from '@rotamer/formats/letters.ts';
import * as Type from 'typebox';
import type { ToolInputSlot, ToolRun } from '../../contract.ts';
import type { SequenceRecord } from '../fasta.ts';
import { formattedPort } from '../msa/formattedOutput.ts';
import { notePorts } from '../notes.ts';
import { filePort, itemsPort, picturePort } from '../ports.ts';
import { type Records, readSequences } from '../readInputs.ts';
import { plainCapabilities } from '../slots.ts';
import { withoutRareLetters, writeSafeFasta } from './safeIds.ts';

/** Shared by the tools that align sequences with a program: slot, ports, and the program's input file. */

/** Returns the slot of unaligned sequences. */
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
  formattedPort,
  ...notePorts,
];

export const INPUT_FILE = 'in.fa';

/** The sequences to align. */
export interface Unaligned extends Records<SequenceRecord> {
  isProtein: boolean;
}

/**
 * Writes the sequences under safe ids into the job's folder. Returns them, and whether they are proteins.
 *
 * `guesser` is the name of a program that guesses the kind of sequences and cannot be given it. It gets N for the
 * ambiguity codes of DNA, which it would take for amino acids. A warning names proteins that it takes for DNA.
 */
export function stageSequences(job: ToolRun, slot: ToolInputSlot, guesser?: string): Unaligned {
  const read = readSequences(job.inputs, slot);
  const isProtein = job.inputs.find(({ slotId }) => slotId === slot.id)!.kind === 'protein';
  const letters = isProtein ? withoutRareLetters : guesser ? withoutAmbiguousBases : undefined;
  writeFileSync(join(job.workdir, INPUT_FILE), writeSafeFasta(read.records, letters));
  const isMistaken = guesser && isProtein && guessKind(read.records.map(({ sequence }) => sequence)).kind === 'dna';
  if (isMistaken)
    read.warnings.push({
      ...{ inputId: read.records[0]!.inputId, of: 'alignment', line: read.records[0]!.line },
      warning: `the sequences have only letters of nucleotides, so ${guesser} scores them as DNA; mafft and clustal-omega do not`,
    });
  return { ...read, isProtein };
}

const withoutAmbiguousBases = (sequence: string): string => sequence.replace(/[^ACGTU]/g, 'N');
