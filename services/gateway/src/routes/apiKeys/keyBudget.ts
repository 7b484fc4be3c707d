import type { ApiKey } from '@rotamer/accounts/access/apiKeyStore.ts';
import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { ApiKeyUpdateRequestBody } from '@rotamer/api/schemas/apiKey.ts';
import { budgetPeriods } from '@rotamer/api/schemas/budgetWords.ts';
import { readCap } from '@rotamer/http/params/cap.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { BudgetPeriod, BudgetScope, type SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import type { Billing } from '../../clients/clients.ts';

type NamedKey = Pick<ApiKey, 'workspaceId' | 'keyId'>;

/** A cap in millicredits for a period; undefined removes the cap. */
interface Cap {
  period: BudgetPeriod;
  millicredits?: number;
}

/** Returns the caps that a body sets or removes; those of other periods stay. */
export function readCaps(budget: ApiKeyUpdateRequestBody['budget']): Cap[] {
  if (budget === undefined) return [];
  return budgetPeriods.flatMap((word) => {
    const period = BudgetPeriod[word.toUpperCase() as Uppercase<typeof word>];
    const cap = budget === null ? null : budget[word];
    if (cap === undefined) return [];
    return [{ period, millicredits: cap === null ? undefined : readCap(`budget.${word}`, cap) }];
  });
}

/** Returns the budgets of keys of one workspace. */
export async function budgetsOfKeys(
  keys: readonly NamedKey[],
  billing: Pick<Billing, 'listSpendingBudgets'>,
  scope: CallScope,
): Promise<SpendingBudget[]> {
  const [first] = keys;
  if (!first) return [];
  const wanted = { keyIds: keys.map(({ keyId }) => keyId), limit: keys.length * budgetPeriods.length };
  return (await billing.listSpendingBudgets({ workspaceId: first.workspaceId, ...wanted }, scope)).budgets;
}

/**
 * Stores the budget of a new key, and returns it. When that fails, no key is created: caps that were stored are removed, and caps
 * that cannot be removed bound nobody.
 */
export async function storeFirstBudget(
  { workspaceId, keyId: subjectId }: NamedKey,
  caps: readonly Cap[],
  billing: Pick<Billing, 'setSpendingBudget' | 'deleteSpendingBudgets'>,
  scope: CallScope,
): Promise<SpendingBudget[]> {
  const ofKey = { workspaceId, scope: BudgetScope.KEY, subjectId };
  const stored: SpendingBudget[] = [];
  try {
    for (const { period, millicredits: capMillicredits } of caps)
      if (capMillicredits !== undefined)
        stored.push(await billing.setSpendingBudget({ ...ofKey, period, capMillicredits }, scope));
    return stored;
  } catch (error) {
    await removeBudget({ workspaceId, keyId: subjectId }, billing, scope);
    throw error;
  }
}

/** Removes the budget of a key that was not created. When that fails, the caps stay and bound nobody. */
export async function removeBudget(
  { workspaceId, keyId: subjectId }: NamedKey,
  billing: Pick<Billing, 'deleteSpendingBudgets'>,
  scope: CallScope,
): Promise<void> {
  await billing.deleteSpendingBudgets({ workspaceId, scope: BudgetScope.KEY, subjectId }, scope).catch(() => {});
}

/**
 * Returns the budgets of a key before a change.
 *
 * @throws conflict when the key would have a budget and may create keys
 */
export async function refuseBoth(
  key: NamedKey & Pick<ApiKey, 'mayCreateKeys'>,
  caps: readonly Cap[],
  billing: Pick<Billing, 'listSpendingBudgets'>,
  scope: CallScope,
): Promise<SpendingBudget[]> {
  const before = await budgetsOfKeys([key], billing, scope);
  const kept = before.filter(({ period }) => !caps.some((cap) => cap.period === period));
  const isBounded = kept.length > 0 || caps.some(({ millicredits }) => millicredits !== undefined);
  if (key.mayCreateKeys && isBounded) throw eitherOr();
  return before;
}

/**
 * Changes the budget of a key. New caps are stored before others are removed, so that the key is never without one meanwhile.
 *
 * @throws conflict when the key would have a budget and may create keys
 */
export async function changeBudget(
  key: ApiKey,
  caps: readonly Cap[],
  billing: Pick<Billing, 'listSpendingBudgets' | 'setSpendingBudget' | 'deleteSpendingBudgets'>,
  scope: CallScope,
): Promise<void> {
  const before = await refuseBoth(key, caps, billing, scope);
  const { workspaceId, keyId: subjectId } = key;
  for (const { period, millicredits } of caps) {
    const set = { workspaceId, scope: BudgetScope.KEY, subjectId, period };
    if (millicredits !== undefined) await billing.setSpendingBudget({ ...set, capMillicredits: millicredits }, scope);
  }
  const isRemoved = ({ period }: SpendingBudget) =>
    caps.some((cap) => cap.period === period && cap.millicredits === undefined);
  for (const { id } of before.filter(isRemoved))
    await billing.deleteSpendingBudgets({ workspaceId, budgetId: id }, scope);
}

/** A key that creates keys would pass its budget by their jobs. */
export function eitherOr(): Fault {
  return new Fault('conflict', 'A key that may create keys has no budget, because theirs would not count towards it.', {
    resolution: 'Set may_create_keys to false, or remove the budget.',
  });
}

/** Returns the budgets of the key of a request. */
export async function ownBudgets(
  { workspaceId, keyId }: Credential,
  billing: Pick<Billing, 'findSpendingBudgets'>,
  scope: CallScope,
): Promise<SpendingBudget[]> {
  const { budgets } = await billing.findSpendingBudgets({ workspaceId, heldFor: { keyId } }, scope);
  return budgets.filter((budget) => budget.scope === BudgetScope.KEY);
}

/** Someone who stole a key's secret must not lift its budget. */
export function ownBudget(): Fault {
  return new Fault('forbidden', 'An API key cannot change its own budget.', {
    resolution: 'Sign in, and change the budget with the session.',
  });
}
