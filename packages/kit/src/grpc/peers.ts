import { createHash, timingSafeEqual } from 'node:crypto';

/** The services that may call a server: each name with the SHA-256 of each of its tokens. */
export type Peers = Map<string, Buffer[]>;

/**
 * Parses `ROTAMER_CALLERS`: `gateway:<sha256 hex>,runner:<sha256 hex>`. A name may occur more than once: while a token
 * is rotated, the old and the new token are both valid.
 */
export function parsePeers(text: string): Peers {
  const peers: Peers = new Map();
  const entries = text.split(',').map((entry) => entry.trim());
  for (const [i, entry] of entries.filter(Boolean).entries()) {
    const [name, hash] = entry.split(':');
    if (!name || !/^[0-9a-f]{64}$/.test(hash ?? '')) {
      // The entry is not shown: it may be the token itself.
      throw new Error(`ROTAMER_CALLERS: entry ${i + 1} is not name:sha256hex`);
    }
    peers.set(name, [...(peers.get(name) ?? []), Buffer.from(hash!, 'hex')]);
  }
  return peers;
}

/** Returns the hash of a token for its entry in `ROTAMER_CALLERS`. */
export function peerHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns whether the token belongs to the named service. The comparison takes constant time. */
export function isPeer(peers: Peers, name: string, token: string): boolean {
  const given = createHash('sha256').update(token).digest();
  const matches = (peers.get(name) ?? [Buffer.alloc(32)]).filter((hash) => timingSafeEqual(hash, given));
  return matches.length > 0 && peers.has(name);
}
