import { describe, expect, it } from 'vitest';
import { isPeer, parsePeers, peerHash } from './peers.ts';

const peers = parsePeers(`gateway:${peerHash('token of gateway')}, runner:${peerHash('token of runner')},`);

describe('peers', () => {
  it('are identified by name and token together', () => {
    expect(isPeer(peers, 'gateway', 'token of gateway')).toBe(true);
    expect(isPeer(peers, 'runner', 'token of runner')).toBe(true);
  });

  it('may have two tokens during a rotation', () => {
    const both = parsePeers(`gateway:${peerHash('old')},runner:${peerHash('r')},gateway:${peerHash('new')}`);
    const good = ['old', 'new', 'r'].filter((token) => isPeer(both, 'gateway', token));
    expect(good).toEqual(['old', 'new']);
  });

  it('are refused with a wrong, foreign or missing token, and under an unknown name', () => {
    for (const [name, token] of [
      ['gateway', 'token of runner'],
      ['gateway', 'token of gatewa'],
      ['gateway', ''],
      ['gateway', peerHash('token of gateway')],
      ['nobody', 'token of gateway'],
      ['', ''],
    ] as const) {
      expect(isPeer(peers, name, token), `${name} ${token}`).toBe(false);
    }
  });

  it('are empty for an empty list', () => {
    expect(parsePeers('').size).toBe(0);
  });

  it('are refused by position when an entry has no hash, because the entry may be the token', () => {
    const good = `gateway:${peerHash('x')}`;
    for (const bad of ['runner', 'runner:hunter2', `:${peerHash('x')}`, `runner:${peerHash('x').toUpperCase()}`]) {
      const parse = () => parsePeers(`${good},${bad}`);
      expect(parse).toThrow('ROTAMER_CALLERS: entry 2 is not name:sha256hex');
      expect(parse).not.toThrow('hunter2');
    }
  });
});
