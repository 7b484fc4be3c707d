import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CheckLedgerRequest, CheckLedgerResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { compareWithJournal } from '../ledgerCheck.ts';

/** Most differences in a response: as many as an operator can read and a message can carry. */
const NAMED_MAX = 1_000;

export function checkLedger({ db }: Deps): Rpc<CheckLedgerRequest, CheckLedgerResponse> {
  return async () => {
    const { differences, ...counts } = await compareWithJournal(db);
    const more = differences.length - NAMED_MAX;
    const named = more > 0 ? [...differences.slice(0, NAMED_MAX), `and ${more} more`] : differences;
    return { balanced: differences.length === 0, ...counts, differences: named };
  };
}
