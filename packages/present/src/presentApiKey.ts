import { prefixOf } from '@rotamer/accounts/access/apiKey.ts';
import type { ApiKey } from '@rotamer/accounts/access/apiKeyStore.ts';
import type { PublicApiKey } from '@rotamer/api/schemas/apiKey.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { enumWord } from '@rotamer/kit/enumWord.ts';
import { BudgetScope, type SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';

/** The API key of the public API, which has no secret. `budgets`: those of this key, also among those of others. */
export function presentApiKey(key: ApiKey, budgets: readonly SpendingBudget[]): PublicApiKey {
  const { previous } = key;
  return {
    id: key.id,
    object: 'api_key',
    name: key.name,
    prefix: prefixOf(key.keyId),
    user_id: key.userId,
    scopes: key.scopes,
    project_ids: key.projectIds ?? null,
    tools: key.tools ?? null,
    may_create_keys: key.mayCreateKeys,
    budget: presentCaps(budgets.filter((one) => one.scope === BudgetScope.KEY && one.subjectId === key.keyId)),
    created_by_key: key.createdByKey ?? null,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_address: key.lastUsedAddress ?? null,
    previous_secret: previous
      ? { valid_until: previous.until.toISOString(), last_used_at: previous.usedAt?.toISOString() ?? null }
      : null,
  };
}

function presentCaps(budgets: readonly SpendingBudget[]): PublicApiKey['budget'] {
  if (budgets.length === 0) return null;
  const cap = ({ period, capMillicredits }: SpendingBudget) => [
    enumWord('BUDGET_PERIOD', period),
    toCredits(capMillicredits),
  ];
  return { day: null, month: null, total: null, ...Object.fromEntries(budgets.map(cap)) };
}
