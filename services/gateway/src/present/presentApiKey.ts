import type { PublicApiKey } from '@rotamer/api/schemas/apiKey.ts';
import { prefixOf } from '../access/apiKey.ts';
import type { ApiKey } from '../access/apiKeyStore.ts';

/** The API key of the public API, which has no secret. */
export function presentApiKey(key: ApiKey): PublicApiKey {
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
