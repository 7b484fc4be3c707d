import { classify } from './residues.ts';
import type { Atom, Chain, Residue, Structure } from './structure.ts';

/** An atom with the residue that it belongs to. */
export interface AtomLine extends Atom {
  chain: string;
  number: number;
  insertion: string;
  residueName: string;
  isHet: boolean;
}

/** Collects the atoms of one model into chains and residues, whatever order their lines have. */
export class StructureBuilder {
  readonly #chains = new Map<string, Chain>();
  readonly #residues = new Map<string, Residue>();
  /** Lines mostly come residue by residue: the last one saves the look-up. */
  #last: Residue | undefined;
  count = 0;

  get chainCount(): number {
    return this.#chains.size;
  }

  add({ chain, number, insertion, residueName, isHet, ...atom }: AtomLine): void {
    this.count++;
    this.#residueOf(chain, number, insertion, residueName, isHet).atoms.push(atom);
  }

  #residueOf(chain: string, number: number, insertion: string, name: string, isHet: boolean): Residue {
    const last = this.#last;
    if (last?.number === number && last.name === name && last.chain === chain && last.insertion === insertion)
      return last;
    // Waters of large files are numbered from 1 again in the same chain, and point mutations share a number: the name tells.
    const key = `${chain}\n${number}\n${insertion}\n${name}`;
    let residue = this.#residues.get(key);
    if (!residue) {
      residue = { chain, number, insertion, name, isHet, class: 'ligand', atoms: [] };
      this.#residues.set(key, residue);
      let owner = this.#chains.get(chain);
      if (!owner) {
        owner = { id: chain, residues: [] };
        this.#chains.set(chain, owner);
      }
      owner.residues.push(residue);
    }
    this.#last = residue;
    return residue;
  }

  /** The model as the file has it: alternate locations and hydrogens included. */
  build(header: Omit<Structure, 'chains'>): Structure {
    const chains = [...this.#chains.values()];
    for (const { residues } of chains)
      for (const residue of residues) residue.class = classify(residue.name, residue.isHet, residue.atoms);
    return { ...header, chains };
  }
}
