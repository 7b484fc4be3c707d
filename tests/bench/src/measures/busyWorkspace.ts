import type { Measure } from '../measure.ts';
import { compare } from '../sides.ts';
import { MANY, openSubmits, submitSide } from '../submits.ts';

/** All clients in one workspace, whose row they share, ÷ the same clients spread over many workspaces. */
export const busyWorkspace: Measure = {
  name: 'busy-workspace',
  title: 'POST /jobs per second: one workspace ÷ 100',
  unit: 'ratio',
  goal: { atLeast: 0.7 },
  async prepare(world) {
    const one = await openSubmits(world, { workspaces: 1 });
    const many = await openSubmits(world, { workspaces: MANY });
    return compare(['one', 'many'], submitSide(world, one), submitSide(world, many));
  },
};
