import { type Run, ToolError } from '../contract.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { boxAround } from './box.ts';
import { readPoints } from './read.ts';

export const run: Run = async (job) => {
  const { points, problems } = readPoints(job.inputs, job.settings, new Notes(job));
  refuseProblems({ problems, units: 0 });
  if (points.length === 0) throw new ToolError('the chosen residues have no heavy atoms');
  const { padding, max_side, cubic } = job.settings;
  const found = boxAround(points, {
    padding: padding as number,
    maxSide: max_side as number,
    cubic: cubic as boolean,
  });
  const center = found.center.map((value) => rounded(value, 4));
  const size = found.size.map((value) => rounded(value, 4));
  const volume = rounded(
    size.reduce((product, side) => product * side, 1),
    2,
  );
  const place = { sourceInputIds: job.inputs.map(({ id }) => id) };
  job.file('box', 'box.json', `${JSON.stringify({ center, size })}\n`, place);
  job.item('boxes', { center, size, volume, atoms: points.length, clipped: found.clipped }, place);
  job.progress(1, 1);
};
