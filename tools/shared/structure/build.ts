import { splitChains } from './chains.ts';
import { classifyChain, type Declared } from './classify.ts';
import { separateCopies, withoutRepeats } from './copies.ts';
import { doubts } from './doubts.ts';
import type { Entry } from './entry.ts';
import { inOrder } from './inOrder.ts';
import { inPlace } from './inPlace.ts';
import { holdsPlddt } from './plddt.ts';
import { isPolymerName } from './residues.ts';
import { type Atom, findAtom, isHydrogen, type Residue, type Structure } from './structure.ts';
import { distance, pointOf } from './vectors.ts';

/** An atom with the residue that it belongs to. */
export interface AtomLine extends Atom {
  chain: string;
  /** Segment id of a PDB file, `label_asym_id` of mmCIF; empty where the file has none. */
  segment: string;
  number: number;
  insertion: string;
  residueName: string;
  isHet: boolean;
  /** Whether mmCIF gives the residue a place in the sequence of its chain. */
  inSequence: boolean;
}

/** The header of a file, without its atoms. */
export interface Header
  extends Declared,
    Pick<Structure, 'id' | 'title' | 'resolution' | 'models' | 'comparison' | 'warnings'> {
  /** Whether the file states that it is a prediction with pLDDT, or an experiment. */
  isPrediction: boolean;
  isExperiment: boolean;
}

/** In ångström. Every residue is shorter, so an atom farther away belongs to another residue. */
const MAX_RESIDUE = 15;

/** In ångström. Nitrogens of neighbours in a chain are 2.6 to 3.8 apart. */
const MIN_NEXT_N = 2;

/** Maximum atoms of a residue that later lines may join. The largest components have fewer. */
const MAX_JOINED = 500;

/**
 * Collects the atoms of one model into residues, and residues into chains. Neighbouring lines with the same chain,
 * segment, number, insertion code and name form a residue. A later line (hydrogens at the end of a file, mixed
 * conformers) joins the residue if the residue lacks this atom and is near it. Otherwise it starts another residue.
 */
export class StructureBuilder {
  readonly #entries: Entry[] = [];
  readonly #byKey = new Map<string, Entry>();
  /** The residue of the last line in each chain. Lines of several chains may alternate. */
  readonly #last = new Map<string, Entry>();
  #part = 0;

  endPart(): void {
    this.#part++;
  }

  add(line: AtomLine): void {
    const { chain, segment, number, insertion, residueName: name, isHet, inSequence, ...atom } = line;
    const place = `${chain}\n${segment}`;
    const last = this.#last.get(place);
    if (last && isSame(last.residue, line) && this.#goesOn(last, atom)) {
      last.residue.atoms.push(atom);
      return;
    }
    const key = `${place}\n${number}\n${insertion}\n${name}`;
    const known = this.#byKey.get(`${key}\n${this.#part}`) ?? (isHydrogen(atom) ? this.#byKey.get(key) : undefined);
    if (known && lacks(known.residue, atom)) {
      known.residue.atoms.push(atom);
      if (!isHydrogen(atom)) this.#last.set(place, known);
      return;
    }
    const residue: Residue = { chain, number, insertion, name, isHet, parent: null, class: 'ligand', atoms: [atom] };
    const entry = { residue, segment, part: this.#part, inSequence };
    this.#entries.push(entry);
    this.#byKey.set(`${key}\n${this.#part}`, entry);
    this.#byKey.set(key, entry);
    this.#last.set(place, entry);
  }

  /**
   * Whether a line continues a residue. A TER line inside a residue does not end it. A second N far from the first one
   * starts another residue, even with the same name and number.
   */
  #goesOn({ residue, part }: Entry, atom: Atom): boolean {
    if (part !== this.#part) return (residue.atoms.length > 1 || isPolymerName(residue.name)) && lacks(residue, atom);
    if (atom.name !== 'N' || atom.altLoc !== '') return true;
    const other = findAtom(residue, 'N');
    return !other || distance(pointOf(other), pointOf(atom)) < MIN_NEXT_N;
  }

  /** Returns the model as it is in the file, with alternate locations and hydrogens. */
  build({ parents, isPrediction, isExperiment, ...header }: Header): Structure {
    const ordered = inOrder(inPlace(separateCopies(this.#entries.map(withoutRepeats))));
    const { chains, warnings } = splitChains(ordered.entries);
    for (const { entries, source } of chains) classifyChain(entries, { parents, sequences: header.sequences }, source);
    const structure: Structure = {
      ...header,
      chains: chains.map(({ id, source, origin, entries }) => ({
        ...{ id, source, origin },
        residues: entries.map(({ residue }) => Object.assign(residue, { chain: id })),
      })),
      warnings: [...header.warnings, ...ordered.warnings, ...warnings],
      bFactors: 'b',
    };
    structure.warnings.push(...doubts(structure));
    if (isPrediction || (!isExperiment && header.resolution === null && holdsPlddt(structure)))
      structure.bFactors = 'plddt';
    return structure;
  }
}

const isSame = (residue: Residue, { number, insertion, residueName }: AtomLine): boolean =>
  residue.number === number && residue.insertion === insertion && residue.name === residueName;

/** Whether an atom can belong to a residue from earlier lines of the file. */
function lacks({ atoms }: Residue, atom: Atom): boolean {
  if (atoms.length > MAX_JOINED) return false;
  if (atoms.some(({ name, altLoc }) => name === atom.name && altLoc === atom.altLoc)) return false;
  return distance(pointOf(atoms[0]!), pointOf(atom)) <= MAX_RESIDUE;
}
