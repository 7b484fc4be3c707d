import { ToolError, type ToolRun } from '../contract.ts';
import { type HeavyGraph, heavyGraphOf } from '../shared/ligands/heavyGraph.ts';
import { isV2000 } from '../shared/ligands/molfile.ts';
import { convertMolecule, LigandError } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import { symmetricRmsd } from '../shared/ligands/symmetricRmsd.ts';
import { distance } from '../shared/structure/vectors.ts';
import type { Pose } from './parsePoses.ts';
import type { Reference } from './readReference.ts';

type Job = Pick<ToolRun, 'workdir' | 'signal'>;

/**
 * Returns the reference with its bonds, or undefined if the job was stopped.
 *
 * @throws ToolError when Open Babel cannot read it.
 */
export async function graphOfReference(job: Job, { format, text }: Reference): Promise<HeavyGraph | undefined> {
  try {
    return await graphOf(job, format, text);
  } catch (error) {
    if (error instanceof LigandError) throw new ToolError(`the reference cannot be read: ${error.message}`);
    throw error;
  }
}

async function graphOf(job: Job, format: Reference['format'], text: string): Promise<HeavyGraph | undefined> {
  if (format === 'MOL' && isV2000(text)) return heavyGraphOf(text);
  const from = format.toLowerCase();
  // PDB formats have no bonds, so Open Babel finds them. Remarks, such as the user's name of the ligand, are not passed
  // to programs.
  const molfile = await convertMolecule(job, { from, to: 'mol', text: text.replace(/^REMARK.*\n/gm, '') });
  if (molfile === undefined) return undefined;
  if (!isV2000(molfile)) throw new LigandError('it has more atoms than a molfile of version V2000 holds');
  return heavyGraphOf(molfile);
}

/** Limit for all poses of a ligand together, some 4 s. Later poses have no RMSD. */
const MAX_STEPS = 2_000_000;

/** Coordinates of PDBQT have three decimals. */
const TOLERANCE = 0.002;

/**
 * Returns the RMSD of each pose to the reference in ångström, or null where the molecules differ (`symmetricRmsd`).
 * Poses of a ligand in PDBQT have the bonds that Open Babel finds. Returns undefined if the job was stopped.
 */
export async function rmsdsTo(
  reference: HeavyGraph,
  job: Job,
  { molfile, pdbqt }: { molfile?: string; pdbqt: string },
  poses: Pose[],
): Promise<(number | null)[] | undefined> {
  const graph = molfile ? heavyGraphOf(molfile) : await graphOf(job, 'PDBQT', pdbqt);
  if (!graph) return undefined;
  const serials = molfile ? graph.numbers : serialsAt(graph, pdbqt);
  const budget = { steps: MAX_STEPS };
  return poses.map(({ places }) => {
    const points = serials.map((serial) => places.get(serial ?? -1)!);
    return points.every(Boolean) ? symmetricRmsd({ ...graph, points }, reference, budget) : null;
  });
}

function serialsAt({ points }: HeavyGraph, pdbqt: string): (number | undefined)[] {
  const atoms = atomsOfPdbqt(pdbqt);
  return points.map((point) => atoms.find((atom) => distance(atom.point, point) < TOLERANCE)?.serial);
}
