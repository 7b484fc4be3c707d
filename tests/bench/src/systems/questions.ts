import { CLIENTS } from '../clients.ts';
import { type Loaded, withCpu } from '../loadSide.ts';
import type { Measure, RunRound } from '../measure.ts';
import { list8 } from '../measures/list8.ts';
import { oneStatus } from '../measures/oneStatus.ts';
import { oneSubmit } from '../measures/oneSubmit.ts';
import { smallJobs } from '../measures/smallJobs.ts';
import { status8 } from '../measures/status8.ts';
import { submit8 } from '../measures/submit8.ts';
import { submit64 } from '../measures/submit64.ts';
import { finished, rate, typicalTime } from '../rounds.ts';
import { SUBMIT_SECONDS, SUBMITTERS } from '../submits.ts';
import type { RunningSystem, Subject } from './system.ts';

/** A measure of Rotamer that is also made of other systems, by the same client. */
export interface SharedMeasure {
  measure: Measure;
  /** Whether jobs run during the measure. */
  working: boolean;
  /** Returns undefined if the system has no such request. */
  prepare(system: RunningSystem, loaded: Loaded): Promise<RunRound | undefined>;
}

/** Submissions come last, because they make the queue longer, and Slurm's list returns the whole queue. */
export const sharedMeasures: SharedMeasure[] = [
  { measure: oneStatus, working: false, prepare: oneClient('status') },
  { measure: status8, working: false, prepare: manyClients('status', CLIENTS) },
  { measure: list8, working: false, prepare: manyClients('list', CLIENTS) },
  { measure: oneSubmit, working: false, prepare: oneClient('submit') },
  { measure: submit8, working: false, prepare: manyClients('submit', CLIENTS) },
  { measure: submit64, working: false, prepare: manyClients('submit', SUBMITTERS) },
  { measure: smallJobs, working: true, prepare: ({ runJob }) => finished(runJob) },
];

function oneClient(subject: Subject): SharedMeasure['prepare'] {
  return async ({ questions }, { load }) => {
    const asked = questions[subject];
    return asked && typicalTime(await load.open({ ...asked, connections: 1 }), asked.expected);
  };
}

function manyClients(subject: Subject, connections: number): SharedMeasure['prepare'] {
  return async ({ questions }, loaded) => {
    const asked = questions[subject];
    if (!asked) return;
    const drive = await loaded.load.open({ ...asked, connections });
    return rate(() =>
      withCpu(loaded, async () => {
        const { statuses, seconds } = await drive({ seconds: SUBMIT_SECONDS });
        const { [asked.expected]: operations = 0, ...others } = statuses;
        if (Object.keys(others).length > 0) console.log(`  not counted: ${JSON.stringify(others)}`);
        return { operations, seconds };
      }),
    );
  };
}
