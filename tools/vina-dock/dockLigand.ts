import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type ToolRun } from '../contract.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt, isHydrogenType } from '../shared/ligands/pdbqt.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { distance } from '../shared/structure/vectors.ts';
import { type Pose, parsePoses } from './parsePoses.ts';
import type { Box } from './readBox.ts';
import { scoredPose } from './scoredPose.ts';
import { type Mode, THREADS } from './tool.ts';

export const RECEPTOR = 'receptor.pdbqt';
/** File of the flexible side chains, if there are any. */
export const FLEXIBLE = 'flexible.pdbqt';
const LIGAND = 'ligand.pdbqt';
const POSES = 'poses.pdbqt';

/** Number of stars in Vina's progress bar for one ligand. */
export const STARS = 51;

/**
 * Returns the poses of one ligand, best first. Returns undefined if the job was stopped, which discards the search.
 * `onStar` is called with the number of the 51 steps done so far.
 *
 * @throws LigandError when Vina refuses the ligand or finds no pose.
 */
export async function dockLigand(
  { workdir, signal, settings }: Pick<ToolRun, 'workdir' | 'signal' | 'settings'>,
  pdbqt: string,
  box: Box,
  onStar: (stars: number) => void,
): Promise<Pose[] | undefined> {
  const mode = settings.mode as Mode;
  if (mode !== 'score_only') refuseTooFlexible(pdbqt);
  refuseTooLong(pdbqt, box);
  writeFileSync(join(workdir, LIGAND), pdbqt);
  rmSync(join(workdir, POSES), { force: true });
  let stars = 0;
  let printed = '';
  try {
    const { stopped, stdout } = await runProgram({
      program: programs.vina,
      args: [
        ...filesAndBox(box),
        ...(existsSync(join(workdir, FLEXIBLE)) ? [`--flex=${FLEXIBLE}`] : []),
        ...searchOptions(settings),
        ...(mode === 'dock' ? [] : [`--${mode}`]),
      ],
      cwd: workdir,
      signal,
      threads: THREADS,
      onStdout: (text) => {
        stars = Math.min(STARS, stars + text.split('*').length - 1);
        onStar(stars);
      },
    });
    if (stopped) return undefined;
    printed = stdout;
  } catch (error) {
    if (error instanceof ToolError) throw new LigandError(error.message);
    throw error;
  }
  // Vina writes no file for a ligand that it only scores.
  if (mode === 'score_only') return [scoredPose(printed, pdbqt)];
  const written = readFileSync(join(workdir, POSES), 'utf8');
  return mode === 'local_only' ? [scoredPose(printed, written)] : parsePoses(written);
}

function filesAndBox({ center, size }: Box): string[] {
  const axes = ['x', 'y', 'z'];
  return [
    `--receptor=${RECEPTOR}`,
    `--ligand=${LIGAND}`,
    `--out=${POSES}`,
    // Written with '=', because a separate negative number would be read as an option.
    ...axes.map((axis, i) => `--center_${axis}=${center[i]}`),
    ...axes.map((axis, i) => `--size_${axis}=${size[i]}`),
  ];
}

const searchOptions = (settings: ToolRun['settings']): string[] => [
  ...['exhaustiveness', 'num_modes', 'energy_range', 'scoring', 'seed'].map((name) => `--${name}=${settings[name]}`),
  `--cpu=${THREADS}`,
];

/** Vina was made for 32 rotatable bonds. With more, a search takes hours and its poses are meaningless. */
const MAX_TORSIONS = 32;

function refuseTooFlexible(pdbqt: string): void {
  const torsions = pdbqt.match(/^BRANCH/gm)?.length ?? 0;
  if (torsions > MAX_TORSIONS) throw new LigandError(`${torsions} rotatable bonds, the limit is ${MAX_TORSIONS}`);
}

/**
 * Refuses a ligand that is longer than the box. Vina would search as long as usual, and give poses of millions of
 * kcal/mol.
 */
function refuseTooLong(pdbqt: string, { size }: Box): void {
  const points = atomsOfPdbqt(pdbqt)
    .filter(({ type }) => !isHydrogenType(type))
    .map(({ point }) => point);
  const length = Math.max(0, ...points.flatMap((a) => points.map((b) => distance(a, b))));
  const diagonal = Math.hypot(...size);
  if (length > diagonal)
    throw new LigandError(
      `the ligand is ${length.toFixed(1)} Å long, and the diagonal of the box ${diagonal.toFixed(1)} Å`,
    );
}
