import type { PublicTransfer } from '@rotamer/api/schemas/transfer.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import type { Transfer } from '@rotamer/proto/billing/v1/billing.ts';

type Kind = PublicTransfer['kind'];

/** The signs with which an amount of each kind changes what the workspace owns, and what is reserved of it. */
const signs: Record<Kind, { balance: number; held: number }> = {
  grant: { balance: 1, held: 0 },
  hold: { balance: 0, held: 1 },
  extend: { balance: 0, held: 1 },
  post: { balance: -1, held: -1 },
  refund: { balance: 0, held: -1 },
  void: { balance: 0, held: -1 },
};

/** A transfer of the ledger, as the API shows it. */
export function presentTransfer(transfer: Transfer): PublicTransfer {
  const kind = transfer.kind as Kind;
  const { heldFor } = transfer;
  return {
    id: String(transfer.id),
    object: 'transfer',
    kind,
    created_at: transfer.createdAt!.toISOString(),
    balance_change: toCredits(signs[kind].balance * transfer.millicredits) || 0,
    held_change: toCredits(signs[kind].held * transfer.millicredits) || 0,
    hold_id: transfer.holdId || null,
    grant_id: transfer.grantId || null,
    job_id: heldFor?.jobId || null,
    run_id: heldFor?.runId || null,
    tool: heldFor?.tool || null,
    project_id: heldFor?.projectId || null,
    user_id: heldFor?.userId || null,
    key_id: heldFor?.keyId || null,
  };
}
