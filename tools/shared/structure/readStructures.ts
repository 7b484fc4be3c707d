import type { ToolInput, ToolInputSlot } from '../../contract.ts';
import { quoted, TextProblems } from '../problems.ts';
import { type Records, readSlot, withNumbers } from '../readInputs.ts';
import { atPositionsOfOthers, repeatedResidues } from './doubts.ts';
import { MAX_ATOM_LINES, MAX_CHAINS, MAX_MODEL_ATOMS } from './limits.ts';
import { readMmcif } from './mmcif.ts';
import { readPdb } from './pdb.ts';
import { BACKBONE } from './residues.ts';
import { type Selection, select, wholeFirstModel } from './selection.ts';
import { atomsOf, findAtom, proteinOf, type Residue, residuesOf, type Structure } from './structure.ts';
import { incompleteChain } from './wholeChains.ts';

/**
 * What a tool needs of a structure: any atoms; residues of a protein or nucleic acid; amino acids with an alpha carbon;
 * or amino acids with a whole backbone, without which programs give empty or meaningless results.
 */
export type StructureNeed = 'atoms' | 'polymer' | 'protein' | 'backbone';

export interface StructureRecord {
  /** The label of the input, or the id of the entry, or `structure_<n>`. */
  name: string;
  structure: Structure;
  /** What of the file is not in `structure`. `noteReading` writes notes about it. */
  left: { model: number; chains: string[]; residues: string[] };
}

/** Many times longer than lines of PDB files; mmCIF files may have a whole sequence on one line. */
const MAX_LINE = 100_000;
const MAX_NAME_LENGTH = 200;
const MIN_RESIDUES = 3;
const MIN_COMPLETE = 0.9;

export interface ReadOptions extends Partial<Selection> {
  /** The tool writes PDB files, which hold 62 chains; the default. */
  writesPdb?: boolean;
  /** The tool needs side chains. Chains with only CA atoms, or only the backbone, are refused. */
  sideChains?: boolean;
  /** The tool computes with all chains together, which gives nothing where chains of two ids lie on each other. */
  together?: boolean;
}

/**
 * Reads one model of each structure of a slot and checks it for what the tool needs. `selectionOf(settings)` selects
 * model, chains and residues; by default all of the first model. Names become unique: two versions of one entry have one id.
 */
export function readStructures(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  need: StructureNeed,
  { writesPdb = true, sideChains = false, together = false, ...options }: ReadOptions = {},
): Records<StructureRecord> {
  const selection = { ...wholeFirstModel, ...options };
  const { model } = selection;
  let atomLines = MAX_ATOM_LINES;
  const read = readSlot(inputs, slot, MAX_LINE, (input, text, _maxRecords, number) => {
    const problems = new TextProblems();
    const parse = input.format === 'MMCIF' ? readMmcif : readPdb;
    const whole = parse(text, model, { maxAtomLines: atomLines }, problems);
    if (!whole) return { records: [], problems };
    atomLines -= atomsOf(residuesOf(whole)).length * whole.models;
    const name = (input.label?.trim() || whole.id || `structure_${number}`).slice(0, MAX_NAME_LENGTH);
    const selected = model > whole.models ? noModel(whole, model) : select(whole, selection);
    if (typeof selected === 'string') {
      problems.add(selected);
      return { records: [], problems };
    }
    const { structure, otherChains, otherResidues } = selected;
    const maxResidues = slot.capabilities.maxResidues as number | undefined;
    const unfit =
      unfitStructure(structure, writesPdb) ??
      coincident(structure) ??
      (together ? overlaid(structure) : undefined) ??
      missing(structure, need) ??
      (sideChains ? incompleteChain(structure) : undefined) ??
      tooLong(structure, maxResidues);
    if (unfit) problems.add(unfit);
    const left = { model, chains: otherChains, residues: otherResidues };
    return { records: [{ name, structure, left }], problems };
  });
  return namedApart(read);
}

/** Makes names unique. The warning is among those of the structure, which all tools write (`noteReading`). */
function namedApart(read: Records<StructureRecord>): Records<StructureRecord> {
  const { records, warnings } = withNumbers(read, 'structure');
  for (const { of, warning } of warnings) records.find(({ name }) => name === of)?.structure.warnings.push(warning);
  return { ...read, records };
}

const noModel = ({ models }: Structure, model: number) => `the file has ${models} models, there is no model ${model}`;

function unfitStructure({ chains }: Structure, writesPdb: boolean): string | undefined {
  if (writesPdb && chains.length > MAX_CHAINS)
    return `the model has ${chains.length} chains, ${MAX_CHAINS} fit in the PDB file that is made of it; choose some where there is a setting for chains`;
  const atoms = chains.reduce((sum, { residues }) => sum + atomsOf(residues).length, 0);
  return atoms > MAX_MODEL_ATOMS ? `the model has ${atoms} atoms, the limit is ${MAX_MODEL_ATOMS}` : undefined;
}

/** Returns the problem of a structure whose chains lie on each other: every result about them would be wrong. */
const coincident = (structure: Structure): string | undefined =>
  mostlyShared(
    structure,
    repeatedResidues(structure),
    'the same chain or model is there twice, or coordinates are missing',
  );

/** Returns the problem of a superposition of equal structures in one file, for tools that compute with all chains together. */
const overlaid = (structure: Structure): string | undefined =>
  mostlyShared(
    structure,
    atPositionsOfOthers(residuesOf(structure)),
    'chains lie on each other: send one of them, or name it where there is a setting for chains',
  );

function mostlyShared(structure: Structure, { length: shared }: Residue[], why: string): string | undefined {
  const { length: all } = residuesOf(structure);
  if (shared < 2 || 2 * shared < all) return undefined;
  return `atoms of ${shared} of ${all} residues lie at the positions of other atoms: ${why}`;
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
  const complete = protein.filter(hasBackbone).length;
  if (complete >= MIN_COMPLETE * protein.length) return undefined;
  const traces = chainsWithoutBackbone(structure);
  const hint =
    complete > 0 && traces.length > 0
      ? `; chain ${traces.join(', ')} has CA atoms only: choose the others by the setting \`chains\``
      : '';
  return `${complete} of ${protein.length} amino acids have the backbone atoms N, CA, C and O, at least 90 % must${hint}`;
}

export const hasBackbone = (residue: Residue): boolean => BACKBONE.every((name) => findAtom(residue, name));

/** Returns the chains of amino acids in which no residue has a whole backbone. */
const chainsWithoutBackbone = ({ chains }: Structure): string[] =>
  chains
    .filter((chain) => proteinOf(chain).length > 0 && !proteinOf(chain).some(hasBackbone))
    .map(({ id }) => quoted(id));

function tooFew(found: number, need: StructureNeed, residues: Residue[]): string {
  const what = need === 'polymer' ? 'amino acids (with a CA atom) or nucleotides' : 'amino acids with a CA atom';
  const hint = residues.every(({ isHet }) => isHet) ? '; the file has HETATM lines only' : '';
  return `found ${found} ${what}, at least ${MIN_RESIDUES} are needed${hint}`;
}
