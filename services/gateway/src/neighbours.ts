import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import type { JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { SharingClient } from '@rotamer/proto/jobs/v1/sharing.ts';

/** What the gateway asks of the billing service. */
export type Billing = Pick<BillingClient<ScopedCall>, 'getWorkspace'>;

/** What the gateway asks of the jobs service. */
export type Jobs = JobsClient<ScopedCall>;

/** What it asks that service about sharing. */
export type Sharing = SharingClient<ScopedCall>;
