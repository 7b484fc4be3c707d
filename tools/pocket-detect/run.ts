import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, type Settings, ToolError, type ToolRun } from '../contract.ts';
import { noteStaged } from '../shared/native/noteStaged.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { stageStructure } from '../shared/native/stageStructure.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, RANKED, RANKED_BOX } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf } from '../shared/structure/structure.ts';
import { pocketBox } from './box.ts';
import { check } from './check.ts';
import { type Pocket, parsePocket, parseVoxels, withoutPocket } from './parse.ts';
import { rankPockets } from './rankPockets.ts';
import { structures } from './tool.ts';

const INPUT = 'structure.pdb';
const VOXELS = 'voxels.pdb';
const POCKET = 'pocket.pdb';
const LOG = 'log.json';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'backbone', {
    ...selectionOf(job.settings),
    sideChains: true,
  });
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const { name, structure, inputId } = record;
    const altloc = job.settings.altloc as string;
    const staged = stageStructure(job.workdir, INPUT, structure, { altloc });
    const pocket = await findPocket(job, name, atomsOf(staged.residues.map(({ written }) => written)).length);
    if (!pocket) return;
    const place = { sourceInputIds: [inputId] };
    if (pocket.pocket_atoms === 0) job.item('pockets', { structure: name, ...pocket, ...noBox }, place);
    else {
      const voxels = parseVoxels(readOutput(programs.voronotaPocket, join(job.workdir, VOXELS)));
      const { center, size, clipped } = pocketBox(voxels, job.settings.padding as number);
      job.item('pockets', { structure: name, ...pocket, center, clipped }, place);
      job.file('box', numbered('box', i + 1, 'json'), `${JSON.stringify({ center, size })}\n`, place);
      const marked = readOutput(programs.voronotaPocket, join(job.workdir, POCKET));
      job.file('pocket', numbered('pocket', i + 1, 'pdb'), marked, place);
    }
    const ranked = await rankPockets(job, staged.residues);
    if (!ranked) return;
    for (const { row, box } of ranked) {
      job.item(RANKED, { structure: name, ...row }, { ...place, rank: row.rank });
      const file = `ranked-${String(i + 1).padStart(4, '0')}-${String(row.rank).padStart(2, '0')}.json`;
      job.file(RANKED_BOX, file, `${JSON.stringify(box)}\n`, place);
    }
    noteStaged(notes, record, staged, 'pockets are of proteins alone: what lies in one is not in the way');
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

const noBox = { center: null, clipped: false };

/** Returns the pocket, or undefined if the job was stopped. */
async function findPocket(job: ToolRun, name: string, atoms: number): Promise<Pocket | undefined> {
  const log = join(job.workdir, LOG);
  rmSync(log, { force: true });
  try {
    const { stdout, stopped } = await runProgram({
      program: programs.voronotaPocket,
      args: ['-i', INPUT, ...options(job.settings)],
      cwd: job.workdir,
      signal: job.signal,
    });
    return stopped ? undefined : parsePocket(stdout, atoms);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const nothing = withoutPocket(readIfThere(log));
    if (nothing) return nothing;
    throw new ToolError(`${name}: ${error.message}`);
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const options = ({ probe_min, probe_max, buriedness_core, buriedness_rim }: Settings): string[] => [
  ...['--probe-min', `${probe_min}`, '--probe-max', `${probe_max}`],
  ...['--buriedness-core', `${buriedness_core}`, '--buriedness-rim', `${buriedness_rim}`],
  ...['--output-voxels-pdb', VOXELS, '--output-pocketness-pdb', POCKET, '--output-log', LOG],
];
