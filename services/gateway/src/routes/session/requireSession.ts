import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';

/** Returns the session of a request. @throws forbidden with this message for an API key */
export function requireSession({ credential }: FastifyRequest, message: string): Credential {
  if (credential!.kind === 'session') return credential!;
  throw new Fault('forbidden', message, { resolution: 'Sign in, and send the request with the session.' });
}
