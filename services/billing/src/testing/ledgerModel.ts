/**
 * The ledger's decisions, without a database: the rules that the SQL functions of `functions/` apply under the account's
 * lock. They are repeated here so that they can be read, and so that tests can compare both. All amounts are millicredits.
 */

import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import type { ExtendOutcome, GrantOutcome, HoldState, PlaceOutcome } from '../ledger.ts';
import type { Period } from '../spending/period.ts';
import type { Scope } from '../spending/spendingBudget.ts';

/** The three accounts of a workspace; `posted + granted + spent` is always zero. */
export interface Account {
  /** The credits that the workspace owns. */
  posted: number;
  /** The part of `posted` that open holds reserve. */
  held: number;
  /** The negative of the sum of all grants. */
  granted: number;
  /** The sum of all charges. */
  spent: number;
}

export interface Hold {
  state: HoldState;
  /** The amount requested when the hold was placed. */
  placedMillicredits: number;
  /** The reserved amount; of a resolved hold: the last reserved amount. */
  millicredits: number;
  chargedMillicredits: number;
  /** The budget of the hold; without one, only the balance limits it. */
  budgetId?: number;
  /** What spending budgets count it by. */
  placed?: Placed;
}

/** What a hold was placed for, and when. */
export interface Placed {
  projectId: string | null;
  userId: string;
  keyId: string;
  /** UTC day, e.g. `2026-01-31`. */
  day: string;
}

/** A cap on what the holds of a subject come to in each period, from the period `since` on. */
export interface SpendingBudget {
  scope: Scope;
  subjectId: string;
  period: Period;
  cap: number;
  since: string;
}

/** Caps the sum of its holds: `posted + held` is never above `cap`. */
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

/** Returns how much a workspace can still reserve. */
export function availableOf(account: Account): number {
  return account.posted - account.held;
}

function leftOf({ cap, posted, held }: Budget): number {
  return cap - posted - held;
}

/** Decides a grant. `earlier`: the amount of an earlier grant with the same id. */
export function decideGrant(account: Account, earlier: number | undefined, millicredits: number) {
  if (earlier !== undefined) return decision<GrantOutcome>(earlier === millicredits ? 'repeated' : 'mismatch');
  if (millicredits > MAX_MILLICREDITS + account.granted) return decision<GrantOutcome>('too_much');
  return decision<GrantOutcome>('granted', { kind: 'grant', millicredits });
}

/** Creates a budget or raises its cap. A cap is never lowered. */
export function raiseBudget(budget: Budget | undefined, cap: number): Budget {
  return budget ? { ...budget, cap: Math.max(budget.cap, cap) } : { cap, posted: 0, held: 0 };
}

/** Returns the start of the period that has a day, as text in the order of time. */
export function startOf(period: Period, day: string): string {
  return { day, month: `${day.slice(0, 7)}-01`, total: '' }[period];
}

/** Returns whether a budget bounds what is placed. */
export function bounds({ scope, subjectId, period, since }: SpendingBudget, placed: Placed): boolean {
  const { projectId, userId, keyId, day } = placed;
  const subject = { workspace: subjectId, project: projectId, member: userId, key: keyId }[scope];
  return subject === subjectId && startOf(period, day) >= since;
}

/** Returns what the holds of a budget come to in the period that has a day: by definition, as their sum. */
export function spentOf(budget: SpendingBudget, holds: Iterable<Hold>, day: string) {
  const own = [...holds].filter(
    ({ placed }) =>
      placed && bounds(budget, placed) && startOf(budget.period, placed.day) === startOf(budget.period, day),
  );
  return {
    posted: own.reduce((sum, { chargedMillicredits }) => sum + chargedMillicredits, 0),
    held: own.reduce((sum, { state, millicredits }) => sum + (state === 'open' ? millicredits : 0), 0),
  };
}

/** Returns whether a budget refuses to hold more for what is placed. */
export function refuses(
  budgets: Iterable<SpendingBudget>,
  holds: Iterable<Hold>,
  placed: Placed,
  more: number,
): boolean {
  const all = [...holds];
  return [...budgets].some((budget) => {
    if (!bounds(budget, placed)) return false;
    const { posted, held } = spentOf(budget, all, placed.day);
    return more > budget.cap - posted - held;
  });
}

/**
 * Decides a new hold. `earlier`: the hold that already has this id. `budget`: the budget it names, undefined when there is none.
 * `refused`: whether a spending budget refuses it.
 */
export function decidePlace(
  account: Account,
  earlier: Hold | undefined,
  millicredits: number,
  { budgetId, budget, refused }: { budgetId?: number; budget?: Budget; refused?: boolean } = {},
) {
  if (earlier && (earlier.placedMillicredits !== millicredits || earlier.budgetId !== budgetId))
    return decision<PlaceOutcome>('mismatch');
  if (earlier) return decision<PlaceOutcome>(earlier.state === 'open' ? 'held' : 'resolved');
  if (budgetId !== undefined && !budget) return decision<PlaceOutcome>('mismatch');
  if (budget && millicredits > leftOf(budget)) return decision<PlaceOutcome>('over_budget');
  if (millicredits > availableOf(account)) return decision<PlaceOutcome>('insufficient');
  if (refused) return decision<PlaceOutcome>('over_budget');
  return decision<PlaceOutcome>('held', { kind: 'hold', millicredits });
}

/**
 * Decides an extension. `total` is the new total to be reserved. `refused`: whether a spending budget refuses the difference.
 */
export function decideExtend(account: Account, hold: Hold, total: number, budget?: Budget, refused = false) {
  if (hold.state !== 'open') return decision<ExtendOutcome>('resolved');
  const more = total - hold.millicredits;
  if (more <= 0) return decision<ExtendOutcome>('held');
  if (budget && more > leftOf(budget)) return decision<ExtendOutcome>('over_budget');
  if (more > availableOf(account)) return decision<ExtendOutcome>('insufficient');
  if (refused) return decision<ExtendOutcome>('over_budget');
  return decision<ExtendOutcome>('held', { kind: 'extend', millicredits: more });
}

/** Decides a settlement. The first resolution is final; a charge above the hold is refused. */
export function decideSettle(hold: Hold, charge: number) {
  if (hold.state !== 'open' || charge > hold.millicredits) return decision<SettleOutcome>('unchanged');
  if (charge === 0) return decision<SettleOutcome>('settled', { kind: 'void', millicredits: hold.millicredits });
  const post: Move = { kind: 'post', millicredits: charge };
  const unused = hold.millicredits - charge;
  return decision<SettleOutcome>('settled', post, ...(unused > 0 ? [refund(unused)] : []));
}

/** Returns the account after a move. */
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

/** Returns the budget of a hold after a move of that hold. */
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

/** Returns the hold after one of its moves; undefined before it was placed. */
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
