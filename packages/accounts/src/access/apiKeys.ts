import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, isUnavailable, notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { revokeKey } from './accessStore.ts';
import { makeApiKey } from './apiKey.ts';
import {
  type ApiKey,
  countActiveKeys,
  findApiKey,
  findKeyByPublicId,
  findSubmitted,
  insertApiKey,
  type KeyFilter,
  listApiKeys,
  lockApiKey,
  lockCreator,
  lockRole,
  readKeyNames,
  replaceSecret,
  type Submission,
  updateApiKey,
} from './apiKeyStore.ts';
import type { Credential } from './credential.ts';
import { type KeyRights, mayDo, refuseMore, rightsOf } from './keyRights.ts';
import { KEYS_SIGNAL } from './keyRing.ts';
import { type PageOf, pageOf } from './pageOf.ts';
import { hashSecret } from './tokenText.ts';

/** Most active keys of a member in one workspace. */
const MAX_KEYS = 200;

/** A change of rights: an absent field stays, null removes the limit or the expiry. */
export interface RightsChange {
  name?: string;
  scopes?: KeyRights['scopes'];
  projectIds?: string[] | null;
  tools?: string[] | null;
  mayCreateKeys?: boolean;
  expiresAt?: Date | null;
}

/** A key with its secret; undefined when the key was created by an earlier request. */
export interface Issued {
  key: ApiKey;
  secret?: string;
}

/** The budget of a new key, by the public id of the key. It is stored elsewhere before the key exists, so no job passes without it. */
export interface FirstBudget {
  store(keyId: string): Promise<unknown>;
  /** Removes the budget of a key that was not created. Never throws. */
  remove(keyId: string): Promise<unknown>;
}

/** What people and keys do with the API keys of a workspace, each within the rights of its credential. */
export interface ApiKeys {
  /** Without the role admin only the credential's own user's keys are listed. */
  list(filter: KeyFilter, after: string, limit: number): Promise<PageOf<ApiKey>>;
  /** @throws not_found for a key that the credential may not see */
  get(credential: Credential, id: string): Promise<ApiKey>;
  /** Returns the key of a workspace with a public id, also one of another user. */
  findByPublicId(workspaceId: string, keyId: string): Promise<ApiKey | undefined>;
  /** Returns the names of keys of a workspace by their public ids, also of revoked ones. */
  names(workspaceId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Creates a key for the credential's user. @throws forbidden for rights beyond the credential's, conflict for too many keys */
  create(
    credential: Credential,
    wanted: RightsChange & { name: string },
    submission?: Submission,
    budget?: FirstBudget,
  ): Promise<Issued>;
  update(credential: Credential, id: string, change: RightsChange): Promise<ApiKey>;
  /** Replaces the secret. @throws conflict while an earlier secret is still valid, unless the overlap is 0 seconds */
  rotate(credential: Credential, id: string, overlapSeconds: number): Promise<Issued>;
  /** Revokes a key and the keys that it created. */
  revoke(credential: Credential, id: string): Promise<ApiKey>;
}

export interface ApiKeysOptions {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
}

export function createApiKeys({ db, signals, clock }: ApiKeysOptions): ApiKeys {
  async function visible(credential: Credential, id: string): Promise<ApiKey> {
    const key = await findApiKey(db, credential.workspaceId, id);
    if (!key || !mayDo('see', credential, key)) throw notFound('API key');
    return key;
  }

  /** Returns the most that a key of the credential's user may allow; the user's role is locked until the end of the transaction. */
  async function mostOf(tx: Queryable, credential: Credential): Promise<KeyRights> {
    const role = await lockRole(tx, credential.workspaceId, credential.userId);
    if (!role) throw new Fault('forbidden', 'You are not a member of this workspace any more.');
    if (credential.kind === 'key' && !(await lockCreator(tx, credential.id)))
      throw new Fault('forbidden', 'The API key has been revoked.');
    return rightsOf(credential, role);
  }

  /** Runs a change of a key that the credential may change, while it is locked. */
  async function change<Result>(
    credential: Credential,
    id: string,
    work: (tx: Queryable, key: ApiKey, most: KeyRights) => Promise<Result>,
  ): Promise<Result> {
    await visible(credential, id);
    const changed = await transaction(db, async (tx) => {
      const most = await mostOf(tx, credential);
      const key = await lockApiKey(tx, credential.workspaceId, id);
      if (!key) throw notFound('API key');
      if (!mayDo('change', credential, key)) throw notYours(credential);
      refuseEnded(key, clock());
      return work(tx, key, most);
    });
    signals.send(KEYS_SIGNAL);
    return changed;
  }

  async function insert(
    credential: Credential,
    { name, ...rights }: RightsChange & { name: string },
    submission: Submission | undefined,
    { keyId, key: secret }: ReturnType<typeof makeApiKey>,
  ): Promise<Issued | undefined> {
    return transaction(db, async (tx) => {
      const most = await mostOf(tx, credential);
      if (!most.mayCreateKeys) throw mayNotCreate();
      const wanted = applied({ ...most, mayCreateKeys: false }, rights);
      refusePast(wanted, clock());
      refuseMore(wanted, most);
      const { workspaceId, userId } = credential;
      if ((await countActiveKeys(tx, workspaceId, userId)) >= MAX_KEYS) throw tooManyKeys();
      const createdByKey = credential.kind === 'key' ? credential.id : undefined;
      const named = { id: newId('key', clock()), keyId, hash: hashSecret(secret), workspaceId, userId, name };
      const key = await insertApiKey(tx, { ...wanted, ...named, createdByKey, submission });
      return key && { key, secret };
    });
  }

  /** Returns the key of an earlier request, without its secret. @throws conflict for another request under the same key */
  async function findEarlier(submission: Submission | undefined): Promise<Issued | undefined> {
    const earlier = submission && (await findSubmitted(db, submission.id));
    if (!earlier) return undefined;
    if (earlier.digest === submission.digest) return { key: earlier.key };
    throw new Fault('conflict', 'The idempotency key was used for another API key.', {
      resolution: 'Send a new Idempotency-Key with every new request.',
    });
  }

  return {
    list: (filter, after, limit) => pageOf(limit, (some) => listApiKeys(db, filter, after, some)),
    get: visible,
    findByPublicId: (workspaceId, keyId) => findKeyByPublicId(db, workspaceId, keyId),
    names: (workspaceId, keyIds) => readKeyNames(db, workspaceId, keyIds),
    async create(credential, wanted, submission, budget) {
      refusePreviousSecret(credential);
      const found = await findEarlier(submission);
      if (found) return found;
      const made = makeApiKey();
      await budget?.store(made.keyId);
      const issued = await insert(credential, wanted, submission, made).catch(async (error: unknown) => {
        // If the database is unavailable, the key may exist, and must keep its budget.
        if (!isUnavailable(error)) await budget?.remove(made.keyId);
        throw error;
      });
      if (issued) return issued;
      // The same request was sent twice at once, and the other one created the key.
      await budget?.remove(made.keyId);
      return (await findEarlier(submission))!;
    },
    update(credential, id, { name, ...rights }) {
      refusePreviousSecret(credential);
      return change(credential, id, async (tx, key, most) => {
        const changed = { ...key, ...applied(key, rights), name: name ?? key.name };
        if (rights.expiresAt) refusePast(changed, clock());
        // Only what changes must be within the rights: after a demotion people can still rename and narrow their keys.
        const changesRights = Object.values(rights).some((value) => value !== undefined);
        if (changesRights) refuseMore(changed, widest(key, most));
        if (changesRights || name !== undefined) await updateApiKey(tx, changed);
        return changed;
      });
    },
    rotate(credential, id, overlapSeconds) {
      refusePreviousSecret(credential);
      return change(credential, id, async (tx, key, most) => {
        // A new secret of a stronger key would give its rights to the credential.
        if (credential.kind === 'key' && credential.id !== id) refuseMore(key, most);
        if (key.previous && overlapSeconds > 0) throw stillOverlaps(key.previous.until);
        const { key: secret } = makeApiKey(key.keyId);
        return { key: await replaceSecret(tx, id, hashSecret(secret), overlapSeconds), secret };
      });
    },
    async revoke(credential, id) {
      const key = await visible(credential, id);
      if (!mayDo('revoke', credential, key)) throw notYours(credential);
      await transaction(db, (tx) => revokeKey(tx, id));
      signals.send(KEYS_SIGNAL);
      return visible(credential, id);
    },
  };
}

/** Returns rights after a change. */
function applied(rights: KeyRights, { scopes, projectIds, tools, mayCreateKeys, expiresAt }: RightsChange): KeyRights {
  const changed = <Value>(before: Value | undefined, after: Value | null | undefined) =>
    after === undefined ? before : (after ?? undefined);
  return {
    scopes: scopes ?? rights.scopes,
    projectIds: changed(rights.projectIds, projectIds),
    tools: changed(rights.tools, tools),
    mayCreateKeys: mayCreateKeys ?? rights.mayCreateKeys,
    expiresAt: changed(rights.expiresAt, expiresAt),
  };
}

/** Returns the most that a changed key may allow: what the credential allows, and the scopes that the key has already. */
function widest(key: KeyRights, most: KeyRights): KeyRights {
  return { ...most, scopes: [...most.scopes, ...key.scopes] };
}

function refusePast({ expiresAt }: KeyRights, now: Date): void {
  if (expiresAt && expiresAt <= now) throw validationFault([{ path: 'expires_at', message: 'is in the past' }]);
}

/** An ended key stays ended, so that a secret which people believe to be dead cannot come back. */
function refuseEnded({ revokedAt, expiresAt }: ApiKey, now: Date): void {
  if (!revokedAt && (!expiresAt || expiresAt > now)) return;
  const how = revokedAt ? 'has been revoked' : 'has expired';
  throw new Fault('conflict', `The API key ${how}.`, { resolution: 'Create another key.' });
}

/** The secret before a rotation may have leaked, so it must not outlive its overlap by means of other keys. */
function refusePreviousSecret({ secretUntil }: Credential): void {
  if (!secretUntil) return;
  throw new Fault('forbidden', 'The secret of this API key was replaced, so it can no longer change keys.', {
    resolution: 'Use the new secret.',
  });
}

function notYours({ kind }: Credential): Fault {
  return kind === 'key'
    ? new Fault('forbidden', 'An API key changes only itself and keys that it created.', {
        resolution: 'Sign in, and change the key with the session.',
      })
    : new Fault('forbidden', 'Only its own user changes an API key; admins can revoke it.');
}

function mayNotCreate(): Fault {
  return new Fault('forbidden', 'This API key may not create keys.', {
    resolution: 'Sign in to create a key, or set may_create_keys for this key.',
  });
}

function tooManyKeys(): Fault {
  return new Fault('conflict', `You have ${MAX_KEYS} active API keys in this workspace, the most allowed.`, {
    resolution: 'Revoke keys that are not used any more.',
  });
}

function stillOverlaps(until: Date): Fault {
  return new Fault('conflict', `The secret before the last rotation is still valid, until ${until.toISOString()}.`, {
    resolution: 'Wait until then, or send overlap_seconds 0, which ends all earlier secrets at once.',
    details: { valid_until: until.toISOString() },
  });
}
