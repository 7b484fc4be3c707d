import type { Problem, Settings, ToolInput } from '../contract.ts';
import { isHydrogenType, parseReceptorPdbqt } from '../shared/ligands/pdbqt.ts';
import { type Records, readSlot } from '../shared/readInputs.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { type Changes, normalise } from '../shared/structure/normalise.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf, wholeFirstModel } from '../shared/structure/selection.ts';
import { atomsOf, isHydrogen, type Residue } from '../shared/structure/structure.ts';
import { pointOf, type Vector } from '../shared/structure/vectors.ts';
import { receptor as receptorSlot } from './tool.ts';

export interface Receptor {
  /** Positions of the heavy atoms. */
  points: Vector[];
  /** A structure to be prepared, with the letter of each chain, or a PDBQT that is already prepared. */
  source:
    | { record: StructureRecord; residues: Residue[]; left: Residue[]; changes: Changes; letters: Map<string, string> }
    | { pdbqt: string };
}

const MAX_LINE = 100_000;

const heavyAtomsOf = (residues: Residue[]) => atomsOf(residues).filter((atom) => !isHydrogen(atom));

/** Reads the receptor: what the settings choose of a structure, with the ligands, metals and waters that they keep. */
export function readReceptor(inputs: ToolInput[], settings: Settings): Records<Receptor> {
  const isReady = inputs.some(({ slotId, format }) => slotId === receptorSlot.id && format === 'PDBQT');
  if (isReady) {
    const read = readSlot(inputs, receptorSlot, MAX_LINE, (_, text) => {
      const { atoms, problems } = parseReceptorPdbqt(text, MAX_MODEL_ATOMS);
      const points = atoms.filter(({ type }) => !isHydrogenType(type)).map(({ point }) => point);
      return { records: [{ points, source: { pdbqt: text } }], problems };
    });
    return { ...read, problems: [...read.problems, ...choicesInVain(settings)] };
  }
  const keep = settings.keep as string[];
  const altloc = settings.altloc as string;
  const { records, ...read } = readStructures(inputs, receptorSlot, 'polymer', {
    ...selectionOf(settings),
    sideChains: true,
  });
  return {
    ...read,
    records: records.map(({ inputId, inputPath, ...record }) => {
      const { chains, changes } = normalise(record.structure, { keepHydrogens: true, mseToMet: true, altloc });
      const others = chains.flatMap(({ ligands, waters }) => [...ligands, ...waters]);
      const isKept = ({ name }: Residue) => keep.some((wanted) => wanted.toUpperCase() === name.toUpperCase());
      const residues = [...chains.flatMap(({ polymer }) => polymer), ...others.filter(isKept)];
      const left = others.filter((residue) => !isKept(residue));
      const letters = new Map(chains.map(({ source, id }) => [source, id]));
      const source = { record, residues, left, changes, letters };
      return { points: heavyAtomsOf(residues).map(pointOf), source, inputId, inputPath };
    }),
  };
}

/** Returns the problems of settings that choose a part of a receptor, which PDBQT is already. */
function choicesInVain(settings: Settings): Problem[] {
  const none = { ...wholeFirstModel, altloc: 'highest_occupancy' };
  return Object.entries(none)
    .filter(([name, value]) => JSON.stringify(settings[name]) !== JSON.stringify(value))
    .map(([name]) => ({
      path: `settings.${name}`,
      message: 'a receptor in PDBQT is taken as it is; send PDB or mmCIF to have a part of it chosen',
    }));
}
