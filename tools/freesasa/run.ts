import { type Run, type Settings, ToolError } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { stageStructure } from '../shared/native/stageStructure.ts';
import { goOn } from '../shared/pause.ts';
import { areaPicture } from '../shared/pictures/areaPicture.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { parseFreesasa } from './parse.ts';
import { contract, structures } from './tool.ts';

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'backbone');
  refuseProblems({ problems, units: 0 });
  for (const [i, { name, structure, inputId }] of records.entries()) {
    // FreeSASA names the file in its output.
    const pdb = 'structure.pdb';
    const residues = stageStructure(job.workdir, pdb, structure);
    const { stdout, stopped } = await runProgram({
      program: programs.freesasa,
      args: [...options(job.settings), pdb],
      cwd: job.workdir,
      signal: job.signal,
      maxOutputMiB: contract.limits.outputMiB / 2,
    });
    if (stopped) return;
    const found = parseFreesasa(stdout);
    const rows = found.flatMap((part) => part.residues);
    if (rows.length !== residues.length)
      throw new ToolError(`${name}: freesasa found ${rows.length} of ${residues.length} residues`);
    const place = { sourceInputIds: [inputId] };
    for (const { chains, area } of found) {
      const chain = job.settings.separate_chains ? chains.join() : null;
      job.item('totals', { structure: name, chain, ...area }, place);
    }
    for (const row of rows) job.item('residues', { structure: name, ...row }, place);
    job.file('freesasa', numbered('structure', i + 1, 'json'), stdout, place);
    const areas = rows.map(({ chain, seq, total }) => ({ chain, seq, area: total }));
    job.file(PICTURE, numbered('surface', i + 1, 'svg'), areaPicture(name, areas), place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

const options = ({ algorithm, probe, resolution, separate_chains }: Settings): string[] => [
  ...['--format=json', '--depth=residue', `--probe-radius=${probe}`, `--resolution=${resolution}`, '--n-threads=1'],
  ...(algorithm === 'shrake-rupley' ? ['--shrake-rupley'] : []),
  ...(separate_chains ? ['--separate-chains'] : []),
];
