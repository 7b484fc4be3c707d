import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { BillingClient } from '@rotamer/proto/billing/v1/billing.ts';
import type { MailsClient } from '@rotamer/proto/notifications/v1/mails.ts';

/** The calls about workspaces and budgets of members that are made to the billing service. */
export type Billing = Pick<BillingClient<CallScope>, 'getWorkspace' | 'findSpendingBudgets' | 'setSpendingBudget'>;

/** The calls that are made to the notifications service about mails and people. */
export type Mails = MailsClient<CallScope>;
