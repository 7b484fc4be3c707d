import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { FilesClient } from '@rotamer/proto/files/v1/files.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Tools } from './definition/catalogue.ts';
import type { ChangeAttempt } from './run/changeAttempt.ts';
import type { Revisions } from './run/revisions.ts';

/** What workflows asks of jobs. */
export interface Jobs extends Pick<JobsClient<ScopedCall>, 'batchSubmit' | 'getMany' | 'listTools'> {
  /** Cancels jobs, running ones too, and settles them: as they are then, with their final amounts. */
  cancelMany(jobIds: string[], scope: CallScope): Promise<Job[]>;
}

/** What workflows asks of billing. */
export interface Budgets {
  /** Creates the budget of an attempt, or raises its cap; a lower cap changes nothing. */
  setBudget(
    budget: { budgetId: string; workspaceId: string; capMillicredits: number },
    scope: CallScope,
  ): Promise<unknown>;
}

/** The dependencies of the RPCs and loops; each takes what it needs. */
export interface Deps {
  db: Db;
  signals: Signals;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  budgets: Budgets;
  files: Pick<FilesClient<ScopedCall>, 'resolveInputs'>;
  blobs: Pick<Blobs, 'get' | 'size'>;
  /** The catalogue of jobs, at most some seconds old. */
  tools(): Promise<Tools>;
  revisions: Revisions;
  changeAttempt: ChangeAttempt;
}
