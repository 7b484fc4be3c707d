import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import { TextProblems } from '../problems.ts';
import { type Records, readSlot } from '../readInputs.ts';
import { MAX_ATOM_LINES, MAX_CHAINS, MAX_MODEL_ATOMS } from './limits.ts';
import { readMmcif } from './mmcif.ts';
import { readPdb } from './pdb.ts';
import { atomsOf, findAtom, type Residue, residuesOf, type Structure } from './structure.ts';

/**
 * What a tool needs of a structure: residues of a protein or nucleic acid; amino acids with an alpha carbon; or their
 * whole backbone, without which programs give empty or meaningless results; or just atoms.
 */
export type StructureNeed = 'atoms' | 'polymer' | 'protein' | 'backbone';

export interface StructureRecord {
  /** The input's label, or the entry's id, or `structure_<n>`. */
  name: string;
  structure: Structure;
}

/** Many times what lines of PDB and mmCIF files have; sequences of mmCIF files may be on one line. */
const MAX_LINE = 100_000;
const MAX_NAME_LENGTH = 200;
const MIN_RESIDUES = 3;
const BACKBONE = ['N', 'CA', 'C', 'O'];
const MIN_COMPLETE = 0.9;

/** All structures of a slot, one model each (counted from 1), checked for what the tool needs. */
export function readStructures(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  need: StructureNeed,
  { model = 1 } = {},
): Records<StructureRecord> {
  let atomLines = MAX_ATOM_LINES;
  return readSlot(inputs, slot, MAX_LINE, (input, text, _maxRecords, number) => {
    const problems = new TextProblems();
    const read = input.format === 'MMCIF' ? readMmcif : readPdb;
    const structure = read(text, model, { maxAtomLines: atomLines }, problems);
    if (!structure) return { records: [], problems };
    atomLines -= atomsOf(residuesOf(structure)).length * structure.models;
    const maxResidues = slot.capabilities.maxResidues as number | undefined;
    const unfit = unfitStructure(structure, model) ?? missing(structure, need) ?? tooLong(structure, maxResidues);
    if (unfit) problems.add(unfit);
    const name = (input.label?.trim() || structure.id || `structure_${number}`).slice(0, MAX_NAME_LENGTH);
    return { records: [{ name, structure }], problems };
  });
}

function unfitStructure({ models, chains }: Structure, model: number): string | undefined {
  if (model > models) return `the file has ${models} models, there is no model ${model}`;
  if (chains.length > MAX_CHAINS) return `the model has ${chains.length} chains, the limit is ${MAX_CHAINS}`;
  const atoms = chains.reduce((sum, { residues }) => sum + atomsOf(residues).length, 0);
  return atoms > MAX_MODEL_ATOMS ? `the model has ${atoms} atoms, the limit is ${MAX_MODEL_ATOMS}` : undefined;
}

function tooLong(structure: Structure, maxResidues = Number.POSITIVE_INFINITY): string | undefined {
  const count = residuesOf(structure).filter(({ class: kind }) => kind === 'protein').length;
  return count > maxResidues ? `the structure has ${count} amino acids, the limit is ${maxResidues}` : undefined;
}

function missing(structure: Structure, need: StructureNeed): string | undefined {
  if (need === 'atoms') return undefined;
  const residues = residuesOf(structure);
  const protein = residues.filter(({ class: kind }) => kind === 'protein');
  const withCa = protein.filter((residue) => findAtom(residue, 'CA')).length;
  const nucleic = need === 'polymer' ? residues.filter(({ class: kind }) => kind === 'nucleic').length : 0;
  if (withCa + nucleic < MIN_RESIDUES) return tooFew(withCa + nucleic, need, residues);
  if (need !== 'backbone') return undefined;
  const complete = protein.filter((residue) => BACKBONE.every((name) => findAtom(residue, name))).length;
  if (complete >= MIN_COMPLETE * protein.length) return undefined;
  return `${complete} of ${protein.length} amino acids have the backbone atoms N, CA, C and O, at least 90 % must`;
}

function tooFew(found: number, need: StructureNeed, residues: Residue[]): string {
  const what = need === 'polymer' ? 'amino acids (with a CA atom) or nucleotides' : 'amino acids with a CA atom';
  const hint = residues.every(({ isHet }) => isHet) ? '; the file has HETATM lines only' : '';
  return `found ${found} ${what}, at least ${MIN_RESIDUES} are needed${hint}`;
}
