import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { ApiKey } from '../access/apiKeyStore.ts';
import type { ApiKeys } from '../access/apiKeys.ts';

export const nightlyKey: ApiKey = {
  id: 'key_01kjmma2g0e9dtsezyywpss2bm',
  keyId: '4fGh7sKq',
  workspaceId: 'ws_1',
  userId: 'usr_1',
  name: 'Nightly screening',
  scopes: ['jobs:read'],
  mayCreateKeys: false,
  createdAt: new Date('2026-03-01T12:00:00.000Z'),
};

/** One API key in memory, with which everything is allowed. The rules are tested on a database. */
export function testApiKeys(): ApiKeys {
  const submissions = new Set<string>();
  const find = async (id: string): Promise<ApiKey> => {
    if (id !== nightlyKey.id) throw notFound('API key');
    return nightlyKey;
  };
  return {
    list: async () => ({ rows: [nightlyKey], hasMore: false }),
    get: async (_, id) => find(id),
    findByPublicId: async (_, keyId) => (keyId === nightlyKey.keyId ? nightlyKey : undefined),
    names: async () => new Map([['abcdefgh', nightlyKey.name]]),
    async create(_credential, { name }, submission, budget) {
      const isRepeated = submission !== undefined && submissions.has(submission.id);
      if (submission) submissions.add(submission.id);
      if (!isRepeated) await budget?.store(nightlyKey.keyId);
      return { key: { ...nightlyKey, name }, secret: isRepeated ? undefined : 'rot_live_4fGh7sKq_secret' };
    },
    update: async (_, id, { name, mayCreateKeys }) => ({
      ...(await find(id)),
      ...(name && { name }),
      ...(mayCreateKeys && { mayCreateKeys }),
    }),
    rotate: async (_, id) => ({ key: await find(id), secret: 'rot_live_4fGh7sKq_secret' }),
    revoke: async (_, id) => ({ ...(await find(id)), revokedAt: new Date('2026-03-02T12:00:00.000Z') }),
  };
}
