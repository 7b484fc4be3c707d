import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import { type MoleculeRecord, parseSmilesList } from '../molecules.ts';
import { parseMolfiles } from '../molfiles.ts';
import { type Records, readSlot } from '../readInputs.ts';
import { parseMol2 } from './mol2.ts';
import { parseLigandPdbqt } from './pdbqt.ts';

export type LigandFormat = 'SMILES' | 'MOL' | 'MOL2' | 'PDBQT';

/** A molecule of a slot that takes more formats than RDKit reads. A record of an SDF is a molfile: `MOL`. */
export interface LigandRecord extends MoleculeRecord {
  format: LigandFormat;
}

/** Many times what the formats allow. */
const MAX_LINE = 100_000;

/** All molecules of a slot as text; their chemistry is validated at run time. */
export function readLigands(inputs: ToolInput[], slot: ToolInputSlot): Records<LigandRecord> {
  return readSlot(inputs, slot, MAX_LINE, (input, text, maxRecords, firstNumber) => {
    const { records, problems } = parse(input.format, text, { maxRecords }, firstNumber);
    const format = input.format === 'SDF' ? 'MOL' : (input.format as LigandFormat);
    return { records: records.map((record) => ({ ...record, format })), problems };
  });
}

function parse(format: string, text: string, limits: { maxRecords: number }, firstNumber: number) {
  if (format === 'SMILES') return parseSmilesList(text, limits, firstNumber);
  if (format === 'MOL2') return parseMol2(text, limits, firstNumber);
  if (format === 'PDBQT') return parseLigandPdbqt(text, firstNumber);
  return parseMolfiles(text, format as 'SDF' | 'MOL', limits, firstNumber);
}
