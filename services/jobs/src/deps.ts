import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { TransferUrls } from '@rotamer/kit/blobs/transferUrls.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import type { Workspaces } from './billing.ts';
import type { CheckPool } from './catalogue/checkPool.ts';
import type { Catalogue } from './catalogue/toolStore.ts';
import type { ChangeJob } from './job/changeJob.ts';
import type { LeaseTokens } from './leases/leaseTokens.ts';
import type { Availability } from './leases/liveOffers.ts';
import type { ShareLinks } from './sharing/shareLinks.ts';
import type { MailQuota } from './sharing/shareStore.ts';
import type { AcceptJob } from './submit/acceptJobs.ts';
import type { Files } from './submit/savedFiles.ts';

/** The dependencies of the RPCs. */
export interface Deps {
  db: Db;
  signals: Signals;
  clock: Clock;
  billing: BillingClient<CallScope>;
  files: Files;
  workspaces: Workspaces;
  catalogue: Catalogue;
  checks: CheckPool;
  availability: Availability;
  acceptJob: AcceptJob;
  changeJob: ChangeJob;
  leaseTokens: LeaseTokens;
  /** Where runners store results. */
  blobs: Pick<Blobs, 'get'>;
  /** Undefined when the blob store is a folder. */
  transferUrls: TransferUrls | undefined;
  shareLinks: ShareLinks;
  mailQuota: MailQuota;
}
