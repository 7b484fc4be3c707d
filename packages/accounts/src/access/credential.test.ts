import { describe, expect, it } from 'vitest';
import { actIn, type CredentialRecord } from './credential.ts';

const who = { id: 'x', keyId: 'x', userId: 'usr_1', scopes: [], hash: Buffer.alloc(32), workspaceId: 'ws_1' };
const key: CredentialRecord = { ...who, kind: 'key', role: 'owner' };
const session: CredentialRecord = { ...who, kind: 'session', role: 'owner', roles: { ws_1: 'owner', ws_2: 'viewer' } };

describe('acting in a workspace', () => {
  it('gives a session the role that its user has there', () => {
    expect(actIn(session, 'ws_2')).toMatchObject({ workspaceId: 'ws_2', role: 'viewer', userId: 'usr_1' });
    expect(actIn(session, 'ws_1')).toMatchObject({ workspaceId: 'ws_1', role: 'owner' });
  });

  it.each(['ws_3', '', '__proto__', 'constructor', 'ws_1, ws_2'])('refuses a session in %j', (workspaceId) => {
    expect(actIn(session, workspaceId)).toBeUndefined();
  });

  it('lets a key act only in its own workspace', () => {
    expect(actIn(key, 'ws_1')).toMatchObject({ role: 'owner' });
    expect(actIn(key, 'ws_2')).toBeUndefined();
  });
});
