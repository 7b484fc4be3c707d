import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputPlace, type Run, ToolError, type ToolRun } from '../contract.ts';
import { MAX_FRAMES } from '../md-analysis/tool.ts';
import { gmx, mdrun } from '../shared/gromacs/gmx.ts';
import { noteProtein, type Protein, readProtein } from '../shared/gromacs/readProtein.ts';
import { restoreResidues } from '../shared/gromacs/restoreResidues.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { Notes } from '../shared/notes.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { MAX_ATOM_LINES } from '../shared/structure/limits.ts';
import { check } from './check.ts';
import { joinFrames } from './frames.ts';
import { stepsOf } from './parameters.ts';
import { ALPHA_CARBONS, PROTEIN, solvate } from './solvate.ts';
import { structure } from './tool.ts';

/** Steps between neighbour searches, at which a stop takes effect. By default GROMACS would take up to 100. */
const NEIGHBOUR_STEPS = '20';

/** A stopped job has 3 s, and writing the last state has used some of it. */
const ANALYSIS_MS = 1_200;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const protein = readProtein(job.inputs, structure, job.settings).records[0]!;
  const threads = await solvate(job, protein);
  if (threads === undefined) return;
  const steps = stepsOf(job.settings);
  const onStderr = (line: string) => {
    const step = /^step (\d+)/.exec(line)?.[1];
    if (step) job.progress(Math.min(Number(step), steps), steps);
  };
  const { stopped } = await mdrun(job, 'md', {
    options: ['-cpt', '1', '-nstlist', NEIGHBOUR_STEPS],
    threads,
    onStderr,
  });
  keepState(job, protein);
  noteProtein(new Notes(job), protein, job.settings.forcefield as string);
  if (!stopped) return analyse(job, protein, job.signal);
  // After a stop, files may be cut anywhere. The analysis may then fail, and must not hide the reason for the end.
  await analyse(job, protein, AbortSignal.timeout(ANALYSIS_MS)).catch((error) => {
    if (!(error instanceof ToolError)) throw error;
  });
};

/** Writes the state first: a stopped simulation can be continued from it. */
function keepState(job: ToolRun, { inputId }: FromInput<Protein>): void {
  const [checkpoint, input] = ['md.cpt', 'md.tpr'].map((name) => join(job.workdir, name)) as [string, string];
  if (!existsSync(checkpoint)) return;
  const place = { sourceInputIds: [inputId] };
  job.file('checkpoint', 'md.cpt', readFileSync(checkpoint), place);
  job.file('run_input', 'md.tpr', readFileSync(input), place);
}

/** Writes trajectory, last structure and rows, with the protein in one piece. */
async function analyse(job: ToolRun, protein: FromInput<Protein>, signal: AbortSignal): Promise<void> {
  const { workdir } = job;
  const place = { sourceInputIds: [protein.inputId] };
  const path = (name: string) => join(workdir, name);
  const order = { workdir, signal };
  // Remove jumps to the other side of the box.
  const whole = (from: string, to: string) =>
    gmx(order, ['trjconv', '-f', from, '-s', 'md.tpr', '-n', PROTEIN, '-pbc', 'nojump', '-o', to]);
  const terms = { input: 'Potential\nTemperature\n\n' };
  const energies = gmx(order, ['energy', '-f', 'md.edr', '-o', 'energy.xvg'], terms);
  // The promise is awaited below. Handle its rejection here, in case the trajectory fails first.
  energies.catch(() => {});
  const moved = await whole('md.xtc', 'trajectory.xtc').catch((error) => {
    if (!signal.aborted && !job.signal.aborted) throw error;
    return { stopped: true };
  });
  if (moved.stopped) return keepRaw(job, path('md.xtc'), place);
  job.file('trajectory', 'trajectory.xtc', readFileSync(path('trajectory.xtc')), place);
  const rms = ['rms', '-f', 'trajectory.xtc', '-s', 'md.tpr', '-n', ALPHA_CARBONS, '-o', 'rms.xvg'];
  if ((await gmx(order, rms)).stopped || (await energies).stopped) return;
  const written = (name: string) => readOutput(programs.gmx, path(name));
  for (const frame of joinFrames(written('rms.xvg'), written('energy.xvg'))) job.item('frames', frame, place);
  // Use the last state, which has all decimals. `md.gro` has three; it is only written at the end of a simulation.
  if (!existsSync(path('md.gro')) || (await whole('md.cpt', 'final.gmx.pdb')).stopped) return;
  const pdb = restoreResidues(written('final.gmx.pdb'), protein.originals, protein.structure);
  job.file('final', 'final.pdb', pdb, place);
  const skip = everyNth(job, pdb);
  const frames = ['-f', 'trajectory.xtc', '-s', 'md.tpr', '-n', PROTEIN, '-skip', String(skip), '-o', 'models.gmx.pdb'];
  if ((await gmx(order, ['trjconv', ...frames])).stopped) return;
  job.file('models', 'models.pdb', restoreModels(written('models.gmx.pdb'), protein), place);
}

/**
 * Returns n, so that every n-th frame goes into the file of models. The file stays a fifth below the limit on atoms, so
 * that other tools accept it.
 */
function everyNth({ settings }: ToolRun, pdb: string): number {
  const atoms = pdb.match(/^(ATOM|HETATM)/gm)!.length;
  const frames = Math.ceil((settings.time_ps as number) / (settings.frame_interval_ps as number)) + 1;
  return Math.max(1, Math.ceil((atoms * frames) / (0.8 * MAX_ATOM_LINES)), Math.ceil(frames / MAX_FRAMES));
}

/** Returns the frames as models of one PDB file. */
function restoreModels(written: string, { residues, structure: given }: Protein): string {
  const frames = written.split(/^(?=MODEL )/m).filter((part) => part.startsWith('MODEL '));
  const models = frames.map((frame, i) => {
    const lines = restoreResidues(frame, residues, given).split('\n');
    const atoms = lines.filter((line) => /^(ATOM|HETATM|TER)/.test(line));
    return [`MODEL     ${String(i + 1).padStart(4)}`, ...atoms, 'ENDMDL'].join('\n');
  });
  return `${[...models, 'END'].join('\n')}\n`;
}

/** Keeps the unprocessed trajectory when there was no time to process it. */
function keepRaw(job: ToolRun, path: string, place: OutputPlace): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) job.file('trajectory', 'trajectory.xtc', readFileSync(path), place);
}
