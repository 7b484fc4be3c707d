import type { FastifyRequest } from 'fastify';
import { actIn, type Credential } from './credential.ts';
import type { KeyRing } from './keyRing.ts';
import { isSessionId, readPublicId } from './sessionToken.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key or session of the request, when it carries a valid one. */
    credential?: Credential;
    /** Set when the request carries a key that has expired, or a token of a session that is not valid. */
    endedCredential?: Credential['kind'];
  }
}

/** Returns the API key or session token that a request carries, unchecked. */
export function keyOf({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Returns the workspace that a request names in the header `Rotamer-Workspace`. */
export function workspaceNamed({ headers }: FastifyRequest): string | undefined {
  const named = headers['rotamer-workspace'];
  return named === undefined ? undefined : String(named);
}

/**
 * Identifies the key or session of a request, in the workspace that the request names. An invalid one, and a workspace in which
 * it may not act, are refused later, once the route is known.
 */
export function identify(keys: KeyRing) {
  return async (request: FastifyRequest): Promise<void> => {
    const key = keyOf(request);
    const record = key === undefined ? undefined : await keys.find(key, request.ip);
    const named = workspaceNamed(request);
    const credential = record && named !== undefined ? (actIn(record, named) ?? record) : record;
    request.credential = credential;
    request.endedCredential = record || key === undefined ? undefined : endedKind(keys, key);
    request.record.workspaceId = credential?.workspaceId;
    request.record.keyId = credential?.keyId;
  };
}

/**
 * Returns whether a session or a key has ended, if the sender may know. Only the whole secret of a key proves that the sender
 * had the key.
 */
function endedKind(keys: KeyRing, key: string): Credential['kind'] | undefined {
  const publicId = readPublicId(key);
  if (publicId !== undefined && isSessionId(publicId)) return 'session';
  return keys.hasExpired(key) ? 'key' : undefined;
}
