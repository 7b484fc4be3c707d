import type { Measure } from '../measure.ts';
import { rate } from '../rounds.ts';
import { MANY, openSubmits, submitSide } from '../submits.ts';

/** The left side of `submit`, absolute, to read beside other systems. */
export const submit64: Measure = {
  name: 'submit-64',
  title: 'POST /jobs by 64 clients',
  unit: '/s',
  goal: { atLeast: 1_100 },
  async prepare(world) {
    return rate(submitSide(world, await openSubmits(world, { workspaces: MANY })));
  },
};
