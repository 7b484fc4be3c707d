import type { NormalisedChain } from '../shared/structure/normalise.ts';
import { heavyAtomsOf, isCap } from '../shared/structure/residues.ts';
import { type Residue, residueName, type Structure } from '../shared/structure/structure.ts';
import { areBonded, findGaps, type Gap, parentOf } from './gaps.ts';

export interface RepairSettings {
  missing_residues: 'none' | 'internal' | 'all';
  missing_atoms: boolean;
  modified: 'parent' | 'keep';
  heterogens: 'keep' | 'water' | 'drop';
  add_hydrogens: boolean;
  ph: number;
  seed: number;
}

/** Residues to add, with the numbers that they get. */
export interface NewResidues extends Gap {
  places: Place[];
}

/** Identifies a new residue. */
export type Place = Pick<Residue, 'chain' | 'class' | 'number' | 'insertion'>;

/** The changes to the polymer of one chain. */
export interface ChainPlan {
  chain: NormalisedChain;
  added: NewResidues[];
  /** Residues of the sequence that are not built: their names and the reason. */
  unbuilt: { names: string[]; reason: string }[];
  /** Whether the sequence goes on after the last residue, which is therefore not a true end. */
  isOpen: boolean;
  warnings: string[];
}

/** Loops with more residues get a warning, because without a template they are little more than a guess. */
const LONG_LOOP = 12;

/**
 * Limit for the residues of a chain × its declared sequence: takes seconds and 120 MB. The longest chains, of 5,000
 * residues, need 25 million.
 */
const MAX_PLACES = 30_000_000;

const nucleotides = ['A', 'C', 'G', 'U', 'I', 'DA', 'DC', 'DG', 'DT', 'DI'];

export function planChain(chain: NormalisedChain, structure: Structure, settings: RepairSettings): ChainPlan {
  const plan: ChainPlan = { chain, added: [], unbuilt: [], isOpen: false, warnings: [] };
  const { polymer } = chain;
  const sequence = sequenceOf(chain, structure);
  const isLong = sequence !== undefined && sequence.length * polymer.length > MAX_PLACES;
  const gaps = sequence && !isLong && gapsOf(polymer, sequence);
  if (!gaps) {
    const why = isLong ? 'is too long to be compared with' : 'does not fit';
    if (sequence && polymer.length > 0)
      plan.warnings.push(`the declared sequence of chain ${chain.source} ${why} its residues; no residue was added`);
    plan.warnings.push(...breaks(polymer));
    return plan;
  }
  const taken = new Set([...polymer, ...keptHeterogens(chain, settings)].map(placeOf));
  for (const gap of gaps) {
    const isEnd = gap.before === 0 || gap.before === polymer.length;
    const made =
      settings.missing_residues === 'none' || (isEnd && settings.missing_residues === 'internal')
        ? 'missing residues of this place are not added by the setting `missing_residues`'
        : build(gap, polymer, taken);
    if (typeof made !== 'string') plan.added.push(made);
    else plan.unbuilt.push({ names: described(gap, polymer), reason: made });
    if (typeof made !== 'string' && made.names.length > LONG_LOOP)
      plan.warnings.push(
        `the ${made.names.length} residues ${nameOfPlace(gap, polymer)} were built without a template: a guess`,
      );
  }
  plan.isOpen =
    gaps.some(({ before }) => before === polymer.length) && !plan.added.some(({ before }) => before === polymer.length);
  return plan;
}

/** Returns the declared sequence of a chain, or undefined if several chains have its id in the file. */
function sequenceOf({ source }: NormalisedChain, { chains, sequences }: Structure): string[] | undefined {
  const own = chains.find(({ id }) => id === source)!.source;
  return chains.filter((other) => other.source === own).length === 1 ? sequences.get(own) : undefined;
}

/**
 * Finds gaps, by indices of the polymer's residues. Caps are not part of the sequence; an end with a cap is complete.
 */
function gapsOf(polymer: Residue[], sequence: string[]): Gap[] | undefined {
  const core = polymer.filter((residue) => residue.class !== 'cap');
  const first = polymer.findIndex((residue) => residue.class !== 'cap');
  const isCapped = (before: number) =>
    (before === 0 && first > 0) || (before === core.length && first + core.length < polymer.length);
  const gaps = findGaps(
    core,
    sequence.filter((name) => !isCap(name)),
  );
  return gaps?.filter(({ before }) => !isCapped(before)).map((gap) => ({ ...gap, before: gap.before + first }));
}

export const keptHeterogens = ({ ligands, waters }: NormalisedChain, { heterogens }: RepairSettings): Residue[] => [
  ...(heterogens === 'keep' ? ligands : []),
  ...(heterogens === 'drop' ? [] : waters),
];

type Numbers = Pick<Residue, 'number' | 'insertion'>;

const placeOf = ({ number, insertion }: Numbers) => `${number}${insertion}`;

/** Returns the residue that is built for a name of the sequence, or undefined. */
function buildable(name: string, kind: Residue['class']): string | undefined {
  if (kind === 'nucleic') return nucleotides.find((one) => one === name);
  const parent = parentOf(name, kind);
  return parent && heavyAtomsOf(parent) && parent;
}

/** Returns the residues to build with their numbers, or the reason why they cannot be built. */
function build(gap: Gap, polymer: Residue[], taken: Set<string>): NewResidues | string {
  const kind = polymer[Math.min(gap.before, polymer.length - 1)]!.class;
  const names = gap.names.map((name) => buildable(name, kind));
  if (names.includes(undefined)) return 'one of them has no standard residue that it can be built as';
  const numbers = numbersFor(gap, polymer, taken);
  if (!numbers) return 'the residue numbers beside them leave no room';
  for (const number of numbers) taken.add(placeOf(number));
  const places = numbers.map((number) => ({ chain: polymer[0]!.chain, class: kind, ...number }));
  return { before: gap.before, names: names as string[], places };
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Returns the numbers after the last residue. If those are taken, returns insertion codes of the last residue's number.
 */
function numbersFor({ before, names }: Gap, polymer: Residue[], taken: Set<string>): Numbers[] | undefined {
  const [last, next] = [polymer[before - 1], polymer[before]];
  const first = last ? last.number + 1 : next!.number - names.length;
  const plain = names.map((_, i) => ({ number: first + i, insertion: '' }));
  const fits = !last || !next || next.number - last.number > names.length;
  if (fits && !plain.some((place) => taken.has(placeOf(place)))) return plain;
  const anchor = last ?? next!;
  const letters = LETTERS.slice(LETTERS.indexOf(last?.insertion ?? '') + 1);
  const coded = names.map((_, i) => ({ number: last ? anchor.number : anchor.number - 1, insertion: letters[i]! }));
  return coded.every((place) => place.insertion && !taken.has(placeOf(place))) ? coded : undefined;
}

const nameOfPlace = ({ before }: Gap, polymer: Residue[]) =>
  before === 0 ? `before ${residueName(polymer[0]!)}` : `after ${residueName(polymer[before - 1]!)}`;

const described = (gap: Gap, polymer: Residue[]) => gap.names.map((name) => `${name} ${nameOfPlace(gap, polymer)}`);

/** Returns warnings for breaks of a chain whose missing residues are not known from a sequence. */
function breaks(polymer: Residue[]): string[] {
  return polymer
    .slice(1)
    .flatMap((residue, i) =>
      areBonded(polymer[i]!, residue) === false
        ? `the chain is broken between ${residueName(polymer[i]!)} and ${residueName(residue)}, and no sequence says what is missing there`
        : [],
    );
}
