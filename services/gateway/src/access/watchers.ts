import { type Credential, type CredentialRecord, roleIn } from './credential.ts';

/** Callers that wait until a credential may no longer act in a workspace, such as open event streams. */
export interface Watchers {
  /** The public ids of the watched credentials. */
  keyIds(): string[];
  /** Calls back once. The returned function cancels. */
  add(credential: Pick<Credential, 'keyId' | 'workspaceId'>, onGone: () => void): () => void;
  /** Notifies callers by what was read of a credential; undefined when it is revoked or has expired. */
  check(keyId: string, record: CredentialRecord | undefined): void;
}

interface Watcher {
  workspaceId: string;
  onGone: () => void;
}

export function createWatchers(): Watchers {
  const waiting = new Map<string, Set<Watcher>>();

  function remove(keyId: string, watcher: Watcher): void {
    const ofKey = waiting.get(keyId);
    ofKey?.delete(watcher);
    if (ofKey?.size === 0) waiting.delete(keyId);
  }

  return {
    keyIds: () => [...waiting.keys()],
    add({ keyId, workspaceId }, onGone) {
      const watcher = { workspaceId, onGone };
      const ofKey = waiting.get(keyId) ?? new Set();
      waiting.set(keyId, ofKey.add(watcher));
      return () => remove(keyId, watcher);
    },
    check(keyId, record) {
      for (const watcher of [...(waiting.get(keyId) ?? [])]) {
        if (record && roleIn(record, watcher.workspaceId)) continue;
        remove(keyId, watcher);
        watcher.onGone();
      }
    },
  };
}
