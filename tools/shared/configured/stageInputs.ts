import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileExtension } from '@rotamer/formats/formats.ts';
import type { ToolContract, ToolRun } from '../../contract.ts';
import { writeSafeFasta } from '../native/safeIds.ts';
import { refuseProblems } from '../refuse.ts';
import { type ConfiguredRecord, readConfigured } from './readers.ts';

/** A file for the program, and the inputs that it holds. */
export interface StagedFile {
  /** Relative to the job's folder. */
  path: string;
  inputIds: string[];
  /** The user's label of the input; undefined for a joined file. */
  label?: string;
}

export interface StagedInputs {
  files: Record<string, StagedFile[]>;
  /** The names of the records of joined files, by the index in their safe ids. */
  names: string[];
}

const FOLDER = 'in';

/**
 * Writes the files that a program reads. File names are made of the slot's id and a position, never of users' texts.
 */
export function stageInputs({ slots, command }: ToolContract, { inputs, workdir }: ToolRun): StagedInputs {
  const staged: StagedInputs = { files: {}, names: [] };
  mkdirSync(join(workdir, FOLDER));
  const write = (name: string, text: string) => {
    writeFileSync(join(workdir, FOLDER, name), text);
    return `${FOLDER}/${name}`;
  };
  for (const slot of slots) {
    const own = inputs.filter(({ slotId }) => slotId === slot.id);
    const staging = command!.slots[slot.id]!;
    if (own.length === 0) staged.files[slot.id] = [];
    else if (staging.as === 'files')
      staged.files[slot.id] = own.map(({ id, label, format, text }, i) => ({
        path: write(`${slot.id}-${String(i + 1).padStart(4, '0')}.${fileExtension(format)}`, text),
        inputIds: [id],
        label: label?.trim() || id,
      }));
    else {
      const { records, problems } = readConfigured(inputs, slot, staging);
      refuseProblems({ problems, units: 0 });
      const text = writeSafeFasta(records.map(lettersOf), undefined, staged.names.length);
      staged.names.push(...records.map(({ name }) => name));
      const inputIds = [...new Set(records.map(({ inputId }) => inputId))];
      staged.files[slot.id] = [{ path: write(`${slot.id}.fasta`, text), inputIds }];
    }
  }
  return staged;
}

const lettersOf = ({ sequence = '' }: ConfiguredRecord) => ({ sequence });
