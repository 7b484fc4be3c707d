// Runs the load generator in a separate process, so that its CPU time is not attributed to the services.

import { answerParent } from '../child.ts';
import { type Drive, openLoad } from './drive.ts';
import type { LoadExtent, LoadPlan } from './plan.ts';

export type LoadQuestion = { open: LoadPlan } | { drive: number; extent: LoadExtent };

const loads: Drive[] = [];

answerParent<LoadQuestion>(async (question) => {
  if ('open' in question) return loads.push(await openLoad(question.open)) - 1;
  return loads[question.drive]!(question.extent);
});
