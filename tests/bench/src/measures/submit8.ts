import { CLIENTS } from '../clients.ts';
import type { Measure } from '../measure.ts';
import { rate } from '../rounds.ts';
import { openSubmits, submitSide } from '../submits.ts';

/** A few clients, whose submissions fill only small batches. */
export const submit8: Measure = {
  name: 'submit-8',
  title: 'POST /jobs by 8 clients',
  unit: '/s',
  goal: { atLeast: 700 },
  async prepare(world) {
    return rate(submitSide(world, await openSubmits(world, { workspaces: CLIENTS, connections: CLIENTS })));
  },
};
