import { CLIENTS } from '../clients.ts';
import { loadSide } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { openPolls } from '../polls.ts';
import { rate } from '../rounds.ts';

/** A few clients that poll their jobs. The goal is the rate of Slurm's REST API. */
export const status8: Measure = {
  name: 'status-8',
  title: 'GET /jobs/{id}/status by 8 clients',
  unit: '/s',
  goal: { atLeast: 1_300 },
  async prepare(world) {
    const { drive } = await openPolls(world, CLIENTS);
    return rate(loadSide(world, drive, 200));
  },
};
