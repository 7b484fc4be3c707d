/**
 * The ledger's decisions, without a database: what the SQL functions of `functions/` do under the account's lock, said
 * once more so that it can be read and so that tests have something to compare with. All amounts are millicredits.
 */

import { MAX_MILLICREDITS } from '@rotamer/kit/limits.ts';
import type { ExtendOutcome, GrantOutcome, HoldState, PlaceOutcome } from '../ledger.ts';

/** The three accounts of a workspace; `posted + granted + spent` is always zero. */
export interface Account {
  /** What the workspace owns. */
  posted: number;
  /** How much of it open holds reserve. */
  held: number;
  /** The negative of all that was ever granted. */
  granted: number;
  /** All that was ever charged. */
  spent: number;
}

export interface Hold {
  state: HoldState;
  /** What was asked for when the hold was placed. */
  placedMillicredits: number;
  /** What is reserved; of a resolved hold: what was reserved last. */
  millicredits: number;
  chargedMillicredits: number;
  /** Whatever names its budget; none: only the balance bounds it. */
  budgetId?: number;
}

/** Caps what its holds come to together: `posted + held` is never above `cap`. */
export interface Budget {
  cap: number;
  posted: number;
  held: number;
}

/** One entry of the journal. */
export interface Move {
  kind: 'grant' | 'hold' | 'extend' | 'post' | 'refund' | 'void';
  millicredits: number;
}

export interface Decision<Outcome extends string> {
  outcome: Outcome;
  moves: Move[];
}

export type SettleOutcome = 'settled' | 'unchanged';

export const emptyAccount: Account = { posted: 0, held: 0, granted: 0, spent: 0 };

/** What a workspace can still reserve. */
export function availableOf(account: Account): number {
  return account.posted - account.held;
}

function leftOf({ cap, posted, held }: Budget): number {
  return cap - posted - held;
}

/** `earlier`: the amount of an earlier grant with the same id. */
export function decideGrant(account: Account, earlier: number | undefined, millicredits: number) {
  if (earlier !== undefined) return decision<GrantOutcome>(earlier === millicredits ? 'repeated' : 'mismatch');
  if (millicredits > MAX_MILLICREDITS + account.granted) return decision<GrantOutcome>('too_much');
  return decision<GrantOutcome>('granted', { kind: 'grant', millicredits });
}

/** A budget changes by being raised. */
export function raiseBudget(budget: Budget | undefined, cap: number): Budget {
  return budget ? { ...budget, cap: Math.max(budget.cap, cap) } : { cap, posted: 0, held: 0 };
}

/** `earlier`: the hold that already has this id. `budget`: the one that is named, undefined when there is none. */
export function decidePlace(
  account: Account,
  earlier: Hold | undefined,
  millicredits: number,
  { budgetId, budget }: { budgetId?: number; budget?: Budget } = {},
) {
  if (earlier && (earlier.placedMillicredits !== millicredits || earlier.budgetId !== budgetId))
    return decision<PlaceOutcome>('mismatch');
  if (earlier) return decision<PlaceOutcome>(earlier.state === 'open' ? 'held' : 'resolved');
  if (budgetId !== undefined && !budget) return decision<PlaceOutcome>('mismatch');
  if (budget && millicredits > leftOf(budget)) return decision<PlaceOutcome>('over_budget');
  if (millicredits > availableOf(account)) return decision<PlaceOutcome>('insufficient');
  return decision<PlaceOutcome>('held', { kind: 'hold', millicredits });
}

/** `total` is what shall be reserved in all. */
export function decideExtend(account: Account, hold: Hold, total: number, budget?: Budget) {
  if (hold.state !== 'open') return decision<ExtendOutcome>('resolved');
  const more = total - hold.millicredits;
  if (more <= 0) return decision<ExtendOutcome>('held');
  if (budget && more > leftOf(budget)) return decision<ExtendOutcome>('over_budget');
  if (more > availableOf(account)) return decision<ExtendOutcome>('insufficient');
  return decision<ExtendOutcome>('held', { kind: 'extend', millicredits: more });
}

/** The first resolution wins; a charge above the hold is refused. */
export function decideSettle(hold: Hold, charge: number) {
  if (hold.state !== 'open' || charge > hold.millicredits) return decision<SettleOutcome>('unchanged');
  if (charge === 0) return decision<SettleOutcome>('settled', { kind: 'void', millicredits: hold.millicredits });
  const post: Move = { kind: 'post', millicredits: charge };
  const unused = hold.millicredits - charge;
  return decision<SettleOutcome>('settled', post, ...(unused > 0 ? [refund(unused)] : []));
}

/** The account after a move. */
export function applyToAccount(account: Account, { kind, millicredits }: Move): Account {
  const { posted, held, granted, spent } = account;
  switch (kind) {
    case 'grant':
      return { ...account, posted: posted + millicredits, granted: granted - millicredits };
    case 'hold':
    case 'extend':
      return { ...account, held: held + millicredits };
    case 'post':
      return { ...account, posted: posted - millicredits, held: held - millicredits, spent: spent + millicredits };
    case 'refund':
    case 'void':
      return { ...account, held: held - millicredits };
  }
}

/** The budget of a hold after a move of it. */
export function applyToBudget(budget: Budget, { kind, millicredits }: Move): Budget {
  const { posted, held } = budget;
  switch (kind) {
    case 'hold':
    case 'extend':
      return { ...budget, held: held + millicredits };
    case 'post':
      return { ...budget, held: held - millicredits, posted: posted + millicredits };
    case 'refund':
    case 'void':
      return { ...budget, held: held - millicredits };
    case 'grant':
      return budget;
  }
}

/** The hold after a move of its own; none before it was placed. */
export function applyToHold(hold: Hold | undefined, { kind, millicredits }: Move): Hold | undefined {
  if (kind === 'hold') return { state: 'open', placedMillicredits: millicredits, millicredits, chargedMillicredits: 0 };
  if (!hold) return undefined;
  switch (kind) {
    case 'extend':
      return { ...hold, millicredits: hold.millicredits + millicredits };
    case 'post':
      return { ...hold, state: 'posted', chargedMillicredits: millicredits };
    case 'void':
      return { ...hold, state: 'voided' };
    default:
      return hold;
  }
}

function decision<Outcome extends string>(outcome: Outcome, ...moves: Move[]): Decision<Outcome> {
  return { outcome, moves };
}

const refund = (millicredits: number): Move => ({ kind: 'refund', millicredits });
