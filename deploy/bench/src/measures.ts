import type { Measure } from './measure.ts';
import { status } from './measures/status.ts';
import { submit } from './measures/submit.ts';

/** Every figure, in the order in which it is measured and shown. */
export const measures: Measure[] = [status, submit];
