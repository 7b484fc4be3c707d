import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import { type MoleculeRecord, parseSmilesList } from '../molecules.ts';
import { parseMolfiles } from '../molfiles.ts';
import { type Records, readSlot, withNumbers } from '../readInputs.ts';
import { parseMol2 } from './mol2.ts';
import { dimensionsOf } from './molfile.ts';
import { parseLigandPdbqt } from './pdbqt.ts';

export type LigandFormat = 'SMILES' | 'MOL' | 'PDBQT';

/**
 * A molecule of a slot that takes more formats than RDKit reads. Each record of an SDF or MOL2 file becomes a molfile
 * (`MOL`).
 */
export interface LigandRecord extends MoleculeRecord {
  format: LigandFormat;
}

/** Much longer than lines of these formats can be. */
const MAX_LINE = 100_000;

/** Reads all molecules of a slot as text. Their names are unique; their chemistry is validated at run time. */
export function readLigands(inputs: ToolInput[], slot: ToolInputSlot): Records<LigandRecord> {
  const read = readSlot(inputs, slot, MAX_LINE, (input, text, maxRecords, firstNumber) => {
    const { records, problems } = parse(input.format, text, { maxRecords }, firstNumber);
    const format = /^(SDF|MOL2)$/.test(input.format) ? 'MOL' : (input.format as LigandFormat);
    return { records: records.map((record) => ({ ...record, format })), problems };
  });
  return withNumbers(read);
}

function parse(format: string, text: string, limits: { maxRecords: number }, firstNumber: number) {
  if (format === 'SMILES') return parseSmilesList(text, limits, firstNumber);
  if (format === 'MOL2') return parseMol2(text, limits, firstNumber);
  if (format === 'PDBQT') return parseLigandPdbqt(text, firstNumber);
  return parseMolfiles(text, format as 'SDF' | 'MOL', limits, firstNumber);
}

/** Whether a record has 3D coordinates. */
export function isSolid({ format, text }: LigandRecord): boolean {
  return format === 'PDBQT' || (format === 'MOL' && dimensionsOf(text) === 3);
}
