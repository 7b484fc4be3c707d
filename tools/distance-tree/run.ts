import type { Run } from '../contract.ts';
import { treePicture } from '../shared/pictures/tree.ts';
import { PICTURE } from '../shared/ports.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { type Distance, distances } from './distances.ts';
import { neighbourJoining } from './neighbourJoining.ts';
import { writeNewick } from './newick.ts';
import { alignment } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readAlignment(job.inputs, alignment);
  const matrix = await distances(records, job.settings.distance as Distance, job.signal);
  if (!matrix) return;
  const tree = neighbourJoining(matrix);
  const names = records.map(({ name }) => name);
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  const newick = writeNewick(tree, names);
  job.file('tree', 'tree.nwk', newick, place);
  const unit = job.settings.distance === 'p' ? 'differences per site' : 'substitutions per site';
  job.file(PICTURE, 'tree.svg', treePicture(newick, { title: 'Neighbour-joining tree', unit }), place);
  job.progress(1, 1);
};
