import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRun } from '../contract.ts';
import { moveAtoms } from '../shared/ligands/molfile.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { RECEPTOR } from './dockLigand.ts';
import { interactionsOf } from './interactions.ts';
import { ligandLines, type Pose, sideChainLines } from './parsePoses.ts';
import type { Receptor } from './readReceptor.ts';
import { type AtomLine, atomLines, receptorAtoms } from './receptorAtoms.ts';

/** Margin around a pose in Å. No interaction is longer, and whole residues are needed. */
const MARGIN = 12;

/** Returns the atoms of the rigid part of the receptor that Vina was given. */
export const rigidAtoms = ({ workdir }: Pick<ToolRun, 'workdir'>): AtomLine[] =>
  atomLines(readFileSync(join(workdir, RECEPTOR), 'utf8'));

/** Returns the interactions of a pose with the receptor, with the chains of the input. */
export function interactionRows(rigid: AtomLine[], { source }: Receptor, molfile: string, pose: Pose) {
  const types = new Map(atomsOfPdbqt(ligandLines(pose.text)).map(({ serial, type }) => [serial, type]));
  const atoms = receptorAtoms([...rigid, ...atomLines(sideChainLines(pose.text))], [...pose.places.values()], MARGIN);
  const ids = new Map('letters' in source ? [...source.letters].map(([id, letter]) => [letter, id]) : []);
  return interactionsOf(atoms, moveAtoms(molfile, pose.places), types).map((one) => ({
    kind: one.kind,
    chain: ids.get(one.residue.chain) ?? one.residue.chain,
    number: one.residue.number,
    insertion: one.residue.insertion,
    residue: one.residue.residue,
    receptor_atoms: one.receptorAtoms,
    ligand_atoms: one.ligandAtoms,
    distance: rounded(one.distance, 2),
    angle: one.angle === null ? null : rounded(one.angle, 1),
  }));
}
