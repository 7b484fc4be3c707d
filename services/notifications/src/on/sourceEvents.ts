import type { Bus } from '@rotamer/kit/bus/bus.ts';
import { RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Deps } from '../deps.ts';
import type { NewEvent } from '../feed/newEvent.ts';
import { AT_ONCE, createRecorder, GROUP } from '../feed/recordEvents.ts';
import { budgetTypes, publicBudgetEvent } from './budgetEvents.ts';
import { fileTypes, publicFileEvent } from './fileEvents.ts';
import { jobTypes, publicJobEvent } from './jobEvents.ts';
import { projectTypes, publicProjectEvent } from './projectEvents.ts';
import { publicRunEvent, runTypes } from './runEvents.ts';

/** The events of a service that are public. */
interface Source {
  topic: string;
  types: ReadonlySet<string>;
  present(value: Uint8Array): NewEvent | undefined;
}

/** Everything that feeds are made from. */
export const sources: readonly Source[] = [
  { topic: 'jobs.events.v1', types: new Set(jobTypes.keys()), present: publicJobEvent },
  {
    topic: 'workflows.events.v1',
    types: new Set([...runTypes.keys(), RunEventType.PAUSED]),
    present: publicRunEvent,
  },
  { topic: 'files.events.v1', types: new Set(fileTypes.keys()), present: publicFileEvent },
  { topic: 'projects.events.v1', types: new Set(projectTypes.keys()), present: publicProjectEvent },
  { topic: 'billing.events.v1', types: new Set(budgetTypes.keys()), present: publicBudgetEvent },
];

/**
 * Each job has some five events, and each change of a feed costs a transaction and another event. Without this pause they took 25 ms
 * of processor time for each of many small jobs. A person waits no longer for the first event after a calm time.
 */
const MAX_REST_MS = 250;

/** Starts adding the events of all sources to the feeds. Returns a function that stops it. */
export async function startHandling(deps: Deps, bus: Bus): Promise<() => Promise<void>> {
  const record = createRecorder(deps);
  const subscriptions = await Promise.all(
    sources.map(({ topic, types, present }) =>
      bus.consume(
        topic,
        GROUP,
        async ({ value }) => {
          const event = present(value);
          if (event) await record(event);
        },
        { types, atOnce: AT_ONCE, maxRestMs: MAX_REST_MS },
      ),
    ),
  );
  return async () => {
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
  };
}
