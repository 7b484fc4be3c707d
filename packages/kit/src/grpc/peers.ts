import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may call a server: a service's name and the SHA-256 of each of its tokens. */
export type Peers = Map<string, Buffer[]>;

/**
 * Reads `ROTAMER_CALLERS`: `gateway:<sha256 hex>,runner:<sha256 hex>`. A name may occur more than once: while a token
 * is rotated, the old and the new one are both valid.
 */
export function parsePeers(text: string): Peers {
  const peers: Peers = new Map();
  const entries = text.split(',').map((entry) => entry.trim());
  for (const [i, entry] of entries.filter(Boolean).entries()) {
    const [name, hash] = entry.split(':');
    if (!name || !/^[0-9a-f]{64}$/.test(hash ?? '')) {
      // Not shown: it may be the token itself.
      throw new Error(`ROTAMER_CALLERS: entry ${i + 1} is not name:sha256hex`);
    }
    peers.set(name, [...(peers.get(name) ?? []), Buffer.from(hash!, 'hex')]);
  }
  return peers;
}

/** The entry of `ROTAMER_CALLERS` for a token. */
export function peerHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether the token belongs to the named service, compared in constant time. */
export function isPeer(peers: Peers, name: string, token: string): boolean {
  const given = createHash('sha256').update(token).digest();
  const matches = (peers.get(name) ?? [Buffer.alloc(32)]).filter((hash) => timingSafeEqual(hash, given));
  return matches.length > 0 && peers.has(name);
}
