import type { Role } from '@rotamer/api/operation/access.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeApiKey } from './apiKey.ts';
import type { CredentialRecord } from './credential.ts';
import { startKeyRing } from './keyRing.ts';
import type { Use } from './recentKeys.ts';
import { makeSessionToken } from './sessionToken.ts';
import { hashSecret } from './tokenText.ts';

/** A key ring over a store in memory, at a time that the test sets. */
function ring() {
  const store = new Map<string, CredentialRecord>();
  const time = { now: new Date('2026-03-01T12:00:00Z') };
  const read = vi.fn(async (keyIds: string[]) => keyIds.flatMap((keyId) => store.get(keyId) ?? []));
  let hear = () => {};
  const signals = {
    on(_: string, listener: () => void) {
      hear = listener;
      return () => {};
    },
  };
  const recordUses = vi.fn(async (_: ReadonlyMap<string, Use>) => {});
  const keys = startKeyRing({ read, recordUses, signals, clock: () => time.now, log: quietLog });
  onTestFinished(() => keys.stop());

  function issue(fields: Partial<CredentialRecord> = {}) {
    const { keyId, key } = makeApiKey();
    const who = { kind: 'key', id: 'key_1', workspaceId: 'ws_1', userId: 'usr_1', role: 'member', scopes: [] } as const;
    store.set(keyId, { ...who, scopes: [], keyId, hash: hashSecret(key), ...fields });
    return { keyId, key };
  }
  /** A session of a person with these roles, which acts in the first of these workspaces. */
  function signIn(roles: Record<string, Role>, fields: Partial<CredentialRecord> = {}) {
    const { publicId, token } = makeSessionToken();
    const [[workspaceId, role]] = Object.entries(roles) as [[string, Role]];
    const who = { kind: 'session', id: 'ses_1', workspaceId, userId: 'usr_1', role, roles } as const;
    store.set(publicId, { ...who, scopes: [], keyId: publicId, hash: hashSecret(token), ...fields });
    return { publicId, token };
  }
  const pass = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms);
  };
  return { keys, store, read, recordUses, issue, signIn, pass, time, signal: () => hear() };
}

describe('finding a key', () => {
  it('asks the store once, then answers from memory', async () => {
    const { keys, read, issue } = ring();
    const { keyId, key } = issue();
    expect((await keys.find(key))?.keyId).toBe(keyId);
    expect((await keys.find(key))?.keyId).toBe(keyId);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('shares one statement between requests that arrive together', async () => {
    const { keys, read, issue } = ring();
    const { key } = issue();
    await Promise.all(Array.from({ length: 50 }, () => keys.find(key)));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('refuses a key with a wrong checksum without I/O', async () => {
    const { keys, read, issue } = ring();
    const { key } = issue();
    expect(await keys.find(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
  });

  it('reads unknown keys in batches, one statement at a time', async () => {
    const { keys, read } = ring();
    const guesses = Array.from({ length: 5_000 }, () => makeApiKey().key);
    const found = await Promise.all(guesses.map((key) => keys.find(key)));
    expect(found.every((record) => record === undefined)).toBe(true);
    expect(read).toHaveBeenCalledTimes(10);
  });

  it('refuses a well-formed key with the id of another', async () => {
    const { keys, store, issue } = ring();
    const [known, forged] = [issue(), issue()];
    store.set(forged.keyId, { ...store.get(known.keyId)!, keyId: forged.keyId });
    expect(await keys.find(forged.key)).toBeUndefined();
  });

  it('refuses a key from the moment it expires', async () => {
    const { keys, issue, pass, time } = ring();
    const { key } = issue({ expiresAt: new Date(time.now.getTime() + 1_000) });
    expect(await keys.find(key)).toBeDefined();
    pass(1_000);
    expect(await keys.find(key)).toBeUndefined();
  });

  it('trusts a read for under 5 s, then fails while the store is unavailable', async () => {
    const { keys, read, issue, pass } = ring();
    const { key } = issue();
    await keys.find(key);
    read.mockRejectedValue(new Error('connection refused'));
    pass(4_999);
    expect(await keys.find(key)).toBeDefined();
    pass(1);
    await expect(keys.find(key)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('a signal that keys have changed', () => {
  it('evicts a revoked key at once and notifies its watchers', async () => {
    const { keys, store, issue, signal, pass } = ring();
    const { keyId, key } = issue();
    await keys.find(key);
    const gone = new Promise<void>((resolve) => keys.watch({ keyId, workspaceId: 'ws_1' }, resolve));
    pass(1);
    store.delete(keyId);
    signal();
    expect(await keys.find(key)).toBeUndefined();
    await gone;
  });

  it('shows a changed role at once', async () => {
    const { keys, store, issue, signal, pass } = ring();
    const { keyId, key } = issue({ role: 'owner' });
    await keys.find(key);
    pass(1);
    store.set(keyId, { ...store.get(keyId)!, role: 'viewer' });
    signal();
    expect((await keys.find(key))?.role).toBe('viewer');
  });

  it('discards a read that began before the signal', async () => {
    const { keys, store, read, issue, signal, pass } = ring();
    const { keyId, key } = issue();
    const before = store.get(keyId)!;
    const reading = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<CredentialRecord[]>();
    read.mockImplementationOnce(() => {
      reading.resolve();
      return answered.promise;
    });
    const found = keys.find(key);
    await reading.promise;
    pass(1);
    store.delete(keyId);
    signal();
    pass(1);
    answered.resolve([before]);
    expect(await found).toBeUndefined();
  });
});

describe('reading keys again', () => {
  it('evicts a revoked key and notifies its watcher once', async () => {
    const { keys, store, issue } = ring();
    const { keyId, key } = issue();
    await keys.find(key);
    const onDead = vi.fn();
    keys.watch({ keyId, workspaceId: 'ws_1' }, onDead);
    await keys.reread();
    expect(onDead).not.toHaveBeenCalled();
    store.delete(keyId);
    await keys.reread();
    await keys.reread();
    expect(onDead).toHaveBeenCalledTimes(1);
    expect(await keys.find(key)).toBeUndefined();
  });

  it('evicts an expired key that an open stream still watches', async () => {
    const { keys, issue, pass, time } = ring();
    const { keyId, key } = issue({ expiresAt: new Date(time.now.getTime() + 90_000) });
    await keys.find(key);
    const onDead = vi.fn();
    keys.watch({ keyId, workspaceId: 'ws_1' }, onDead);
    pass(90_000);
    await keys.reread();
    expect(onDead).toHaveBeenCalledTimes(1);
  });

  it('reads all keys used within the last minute in one statement, and no others', async () => {
    const { keys, read, issue, pass } = ring();
    const [one, other] = [issue(), issue()];
    await keys.find(one.key);
    pass(59_000);
    await keys.find(other.key);
    read.mockClear();
    pass(2_000);
    await keys.reread();
    expect(read.mock.calls).toEqual([[[other.keyId]]]);
  });

  it('knows keys that were valid when last used, without a lookup', async () => {
    const { keys, store, read, issue, pass } = ring();
    const [used, unused] = [issue(), issue()];
    await keys.find(used.key);
    pass(3_600_000);
    await keys.reread();
    read.mockClear();
    expect([keys.knows(used.key), keys.knows(unused.key), keys.knows('nonsense')]).toEqual([true, false, false]);
    expect(read).not.toHaveBeenCalled();
    store.delete(used.keyId);
    expect(await keys.find(used.key)).toBeUndefined();
    expect(keys.knows(used.key)).toBe(false);
  });

  it('does not notify a watcher that cancelled', async () => {
    const { keys, store, issue } = ring();
    const { keyId, key } = issue();
    await keys.find(key);
    const onDead = vi.fn();
    keys.watch({ keyId, workspaceId: 'ws_1' }, onDead)();
    store.delete(keyId);
    await keys.reread();
    expect(onDead).not.toHaveBeenCalled();
  });

  it('sees a role that changed', async () => {
    const { keys, store, issue } = ring();
    const { keyId, key } = issue();
    await keys.find(key);
    store.set(keyId, { ...store.get(keyId)!, role: 'viewer' });
    await keys.reread();
    expect((await keys.find(key))?.role).toBe('viewer');
  });
});

describe('a session', () => {
  it('is found by its token, and refused with a wrong checksum without I/O', async () => {
    const { keys, read, signIn } = ring();
    const { publicId, token } = signIn({ ws_1: 'member' });
    expect(await keys.find(token)).toMatchObject({ kind: 'session', keyId: publicId, role: 'member' });
    read.mockClear();
    expect(await keys.find(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
  });

  it('is refused with another secret under its public id', async () => {
    const { keys, signIn } = ring();
    const { publicId } = signIn({ ws_1: 'member' });
    expect(await keys.find(makeSessionToken(publicId).token)).toBeUndefined();
  });

  it('ends the streams of a workspace that its user left, and of no other workspace', async () => {
    const { keys, store, signIn, signal, pass } = ring();
    const { publicId: keyId, token } = signIn({ ws_1: 'member', ws_2: 'viewer' });
    await keys.find(token);
    const [stays, ends] = [vi.fn(), vi.fn()];
    keys.watch({ keyId, workspaceId: 'ws_1' }, stays);
    keys.watch({ keyId, workspaceId: 'ws_2' }, ends);
    pass(1);
    store.set(keyId, { ...store.get(keyId)!, roles: { ws_1: 'member' } });
    signal();
    await vi.waitFor(() => expect(ends).toHaveBeenCalledTimes(1));
    expect(stays).not.toHaveBeenCalled();
    store.delete(keyId);
    await keys.reread();
    expect(stays).toHaveBeenCalledTimes(1);
  });
});

describe('recording last uses', () => {
  it('stores a use once in a minute, with its time and address', async () => {
    const { keys, recordUses, signIn, pass, time } = ring();
    const { publicId, token } = signIn({ ws_1: 'member' });
    await keys.find(token, '192.0.2.1');
    await keys.reread();
    pass(59_000);
    await keys.find(token, '192.0.2.2');
    await keys.reread();
    expect(recordUses.mock.calls).toEqual([
      [new Map([[publicId, { at: new Date('2026-03-01T12:00:00Z'), address: '192.0.2.1' }]])],
    ]);
    pass(1_000);
    await keys.find(token, '192.0.2.2');
    await keys.reread();
    expect(recordUses.mock.lastCall).toEqual([new Map([[publicId, { at: time.now, address: '192.0.2.2' }]])]);
  });

  it('stores no use for a guess with a wrong secret', async () => {
    const { keys, recordUses, signIn } = ring();
    const { publicId } = signIn({ ws_1: 'member' });
    await keys.find(makeSessionToken(publicId).token, '192.0.2.1');
    await keys.reread();
    expect(recordUses).not.toHaveBeenCalled();
  });
});
