import type { Measure } from '../measure.ts';
import { startCommits } from '../peers/startCommits.ts';
import { compare } from '../sides.ts';
import { MANY, openSubmits, submitSide } from '../submits.ts';

/** Submissions over HTTP ÷ the most that PostgreSQL can commit with one transaction each. */
export const submit: Measure = {
  name: 'submit',
  title: 'POST /jobs per second ÷ five-row commits per second',
  unit: 'ratio',
  goal: { atLeast: 0.2 },
  async prepare(world) {
    const submits = await openSubmits(world, { workspaces: MANY });
    const commits = await startCommits(world);
    return compare(['submit', 'commit'], submitSide(world, submits), commits);
  },
};
