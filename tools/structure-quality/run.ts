import { type Run, ToolError } from '../contract.ts';
import { noteStaged } from '../shared/native/noteStaged.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { stageStructure } from '../shared/native/stageStructure.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { dotPlot } from '../shared/pictures/dotPlot.ts';
import { PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { parseVoromqa, type Quality } from './parse.ts';
import { structures } from './tool.ts';

const PDB = 'structure.pdb';

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'backbone', {
    ...selectionOf(job.settings),
    sideChains: true,
  });
  refuseProblems({ problems, units: 0 });
  const done: (Quality & { structure: string; inputId: string })[] = [];
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const { name, structure, inputId } = record;
    const altloc = job.settings.altloc as string;
    const staged = stageStructure(job.workdir, PDB, structure, { parents: 'whole', altloc, renumber: true });
    const given = staged.residues.length;
    const { stdout, stopped } = await runProgram({
      program: programs.voromqa,
      args: ['-i', PDB],
      cwd: job.workdir,
      signal: job.signal,
    });
    if (stopped) break;
    done.push({ structure: name, ...named(name, () => parseVoromqa(stdout, given)), inputId });
    noteStaged(notes, record, staged, 'VoroMQA judges contacts between amino acids');
    const judged = done.at(-1)!.residues;
    if (judged < given)
      notes.warn(inputId, name, `VoroMQA judged ${judged} of ${given} residues, and does not say which`);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  // Ranks are known when all are done, or when the job is stopped. Equal scores keep the order of the input.
  done.sort((a, b) => b.score - a.score);
  for (const [i, { inputId, ...row }] of done.entries())
    job.item('quality', row, { sourceInputIds: [inputId], rank: i + 1 });
  if (done.length === 0) return;
  const rows = done.map(({ structure, score }) => ({ name: structure, values: [score] }));
  const sourceInputIds = [...new Set(done.map(({ inputId }) => inputId))];
  const picture = dotPlot(rows, {
    title: 'VoroMQA scores',
    description: `Scores of ${rows.length} structures, best first; good experimental structures have more than 0.4.`,
    axis: { title: 'Score', domain: [0, 1] },
    good: { from: 0.4, label: 'good experimental structures' },
    rowsAre: 'structures',
  });
  job.file(PICTURE, 'scores.svg', picture, { sourceInputIds });
};

function named<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof ToolError ? new ToolError(`${name}: ${error.message}`) : error;
  }
}
