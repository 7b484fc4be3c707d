import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import type { FilesClient } from '@rotamer/proto/files/v1/files.ts';
import type { DatasetsClient } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { ChangeAttempt } from './commands/changeAttempt.ts';
import type { Tools } from './definition/catalogue.ts';
import type { CountUnits } from './flow/artifactUnits.ts';
import type { Revisions } from './workflow/revisions.ts';

/** The dependencies of the RPCs and loops; each takes what it needs. */
export interface Deps {
  db: Db;
  signals: Signals;
  clock: Clock;
  log: Logger;
  jobs: Pick<JobsClient<CallScope>, 'batchSubmit' | 'getMany' | 'listTools' | 'cancelMany' | 'assessMany'>;
  datasets: Pick<DatasetsClient<CallScope>, 'list'>;
  billing: Pick<BillingClient<CallScope>, 'setBudget'>;
  files: Pick<FilesClient<CallScope>, 'resolveInputs'>;
  blobs: Pick<Blobs, 'get' | 'size'>;
  countUnits: CountUnits;
  /** The catalogue of jobs, at most a few seconds old. */
  tools(): Promise<Tools>;
  revisions: Revisions;
  changeAttempt: ChangeAttempt;
}
