import type { Measure } from '../measure.ts';
import { rate } from '../rounds.ts';
import { MANY, openSubmits, submitSide } from '../submits.ts';

/** The left side of `submit` as an absolute figure, for comparison with other systems. */
export const submit64: Measure = {
  name: 'submit-64',
  title: 'POST /jobs by 64 clients',
  unit: '/s',
  goal: { atLeast: 1_100 },
  async prepare(world) {
    return rate(submitSide(world, await openSubmits(world, { workspaces: MANY })));
  },
};
