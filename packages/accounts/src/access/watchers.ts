import type { Clock } from '@rotamer/kit/clock.ts';
import { type Credential, type CredentialRecord, roleIn } from './credential.ts';

/** What a watcher knows of its credential. */
export type Watched = Pick<Credential, 'keyId' | 'workspaceId' | 'version' | 'secretUntil'>;

/** Callers that wait until a credential may no longer act in a workspace, such as open event streams. */
export interface Watchers {
  /** The public ids of the watched credentials. */
  keyIds(): string[];
  /** Calls back once. The returned function cancels. */
  add(credential: Watched, onGone: () => void): () => void;
  /** Notifies callers by what was read of a credential; undefined when it is revoked or has expired. */
  check(keyId: string, record: CredentialRecord | undefined): void;
}

interface Watcher {
  credential: Watched;
  onGone: () => void;
}

export function createWatchers(clock: Clock): Watchers {
  const waiting = new Map<string, Set<Watcher>>();

  function remove(keyId: string, watcher: Watcher): void {
    const ofKey = waiting.get(keyId);
    ofKey?.delete(watcher);
    if (ofKey?.size === 0) waiting.delete(keyId);
  }

  return {
    keyIds: () => [...waiting.keys()],
    add(credential, onGone) {
      const { keyId } = credential;
      const watcher = { credential, onGone };
      const ofKey = waiting.get(keyId) ?? new Set();
      waiting.set(keyId, ofKey.add(watcher));
      return () => remove(keyId, watcher);
    },
    check(keyId, record) {
      for (const watcher of [...(waiting.get(keyId) ?? [])]) {
        if (record && isUnchanged(watcher.credential, record, clock())) continue;
        remove(keyId, watcher);
        watcher.onGone();
      }
    },
  };
}

function isUnchanged({ workspaceId, version, secretUntil }: Watched, record: CredentialRecord, now: Date): boolean {
  if (!roleIn(record, workspaceId) || version !== record.version) return false;
  return secretUntil === undefined || now < secretUntil;
}
