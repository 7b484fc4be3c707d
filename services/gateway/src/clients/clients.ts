import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import type { FilesClient } from '@rotamer/proto/files/v1/files.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { SharingClient } from '@rotamer/proto/jobs/v1/sharing.ts';

/** What the gateway asks of the billing service. */
export type Billing = Pick<BillingClient<ScopedCall>, 'getWorkspace'>;

/** What the gateway asks of the jobs service. */
export type Jobs = JobsClient<ScopedCall> & {
  /** One job for a caller, which travels with others' (batchGets.ts). `poll`: by which the caller's key polls its status. */
  get(request: { jobId: string; poll?: boolean }, scope: CallScope): Promise<Job>;
};

/** What the gateway asks of the files service. */
export type Files = Pick<
  FilesClient<ScopedCall>,
  'beginUpload' | 'finishUpload' | 'abortUpload' | 'get' | 'list' | 'delete'
>;

/** What it asks jobs about sharing. */
export type Sharing = SharingClient<ScopedCall>;
