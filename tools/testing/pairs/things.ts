import type { ToolInputSlot } from '../../contract.ts';
import { readLigands } from '../../shared/ligands/readLigands.ts';
import { readAlignment, readMolecules, readSequences } from '../../shared/readInputs.ts';
import { readStructures } from '../../shared/structure/readStructures.ts';
import { atomsOf, residuesOf } from '../../shared/structure/structure.ts';
import type { TextInput } from '../soundInputs.ts';

/** A record or residue, as rows and files name it. */
export interface Thing {
  name: string;
  /** Of residues only: the number, which stands beside the name. */
  number?: RegExp;
  place?: string;
}

export interface Contents {
  things: Thing[];
  /** Records; of structures, atoms of the first model. */
  count: number;
}

/** Formats that a tool takes whole, without records. */
const whole = ['PQR', 'JSON', 'HMM', 'SMARTS'];

/** Returns the contents of a file as the readers of a slot find them, without the slot's limits. */
export function contentsOf(slot: ToolInputSlot, input: TextInput): Contents | undefined {
  const roomy = { ...slot, capabilities: { ...slot.capabilities, records: { min: 0, max: 100_000 } } };
  const { kind, format } = input;
  if (whole.includes(format)) return undefined;
  if (kind === 'structure') {
    const { records } = readStructures([input], roomy, 'atoms', { writesPdb: false });
    const residues = records.flatMap(({ structure }) => residuesOf(structure));
    const things = residues.map(({ chain, name, parent, number }) => ({
      ...{ name: parent ?? name, number: new RegExp(`(?<!\\d)${number}(?!\\d)`) },
      place: `${chain}:${number}`,
    }));
    return { things, count: atomsOf(residues).length };
  }
  const ofMolecules = ['MOL2', 'PDBQT'].includes(format) ? readLigands : readMolecules;
  const read = kind === 'msa' ? readAlignment : kind === 'ligand' || kind === 'smiles' ? ofMolecules : readSequences;
  const things: Thing[] = read([input], roomy).records;
  return { things, count: things.length };
}

const marks: Record<string, RegExp> = {
  ...{ FASTA: /^>/gm, AFA: /^>/gm, A3M: /^>/gm, SDF: /^\$\$\$\$/gm, SMILES: /^(?!SMILES\b)\S+/gm },
  ...{ PDB: /^(ATOM {2}|HETATM)/gm, PDBQT: /^ROOT/gm, MOL2: /^@<TRIPOS>MOLECULE/gm },
};

/** Returns the size of a file, counted only by marks: records, or atoms of the first model. */
export function countIn(format: string, text: string): number | undefined {
  if (format === 'STOCKHOLM') return new Set([...text.matchAll(/^(?!#|\/\/)\S+/gm)].map(([name]) => name)).size;
  if (format === 'MMCIF') return text.match(/^(ATOM|HETATM)\s.*\s1\s*$/gm)?.length;
  const first = format === 'PDB' ? text.split(/^ENDMDL/m)[0]! : text;
  return marks[format] && (first.match(marks[format])?.length ?? 0);
}
