import { join } from 'node:path';
import { startChild } from '../child.ts';
import type { LoadQuestion } from './generator.ts';
import type { LoadExtent, LoadPlan, LoadResult } from './plan.ts';

/** Generates load in a separate process. */
export interface LoadGenerator {
  pid: number;
  open(plan: LoadPlan): Promise<(extent: LoadExtent) => Promise<LoadResult>>;
  stop(): Promise<void>;
}

export function startLoadGenerator(): LoadGenerator {
  const child = startChild(join(import.meta.dirname, 'generator.ts'));
  const ask = <Answer>(question: LoadQuestion) => child.ask<Answer>(question);
  return {
    pid: child.pid,
    async open(plan) {
      const drive = await ask<number>({ open: plan });
      return (extent) => ask<LoadResult>({ drive, extent });
    },
    stop: child.stop,
  };
}
