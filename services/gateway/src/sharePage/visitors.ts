import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRecord } from '../access/accessStore.ts';
import type { Deps } from '../deps.ts';
import { callScope } from '../request/callScope.ts';

/** Seconds that a browser stays signed in. */
const SESSION_SECONDS = 60 * 60;

/** Seconds that a browser keeps the invitation that it followed. */
const INVITATION_SECONDS = 24 * 60 * 60;

/** Signed cookie with the public id of a key and the end of the session; never the key itself. */
const SESSION = 'share_session';

/** Cookie with the token of an invitation, sent only to the pages of its job. */
const INVITATION = 'share_invitation';

/** Identifies the visitors of shared pages, by HttpOnly cookies. */
export interface Visitors {
  /** The token of the invitation whose link was followed; empty for none. */
  tokenOf(request: FastifyRequest): string;
  /** By the sign-in form, or by an API key in the request itself. */
  isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  rememberInvitation(reply: FastifyReply, jobId: string, token: string): void;
  /** False when the key is invalid or its workspace is not on a paid plan. */
  signIn(request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean>;
}

type Needs = Pick<Deps, 'keys' | 'workspaces' | 'clock' | 'publicUrl'>;

export function createVisitors({ keys, workspaces, clock, publicUrl }: Needs): Visitors {
  // Lax: also sent with the first request after following a link from an e-mail.
  const cookie = { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;

  /** Checked for each page: a session ends with its key, and with the paid plan of the key's workspace. */
  async function mayEnter(key: KeyRecord | undefined, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    return key !== undefined && (await workspaces.recent(key.workspaceId, callScope(request, reply))).paid;
  }

  async function sessionKey(request: FastifyRequest): Promise<KeyRecord | undefined> {
    const { valid, value } = request.unsignCookie(request.cookies[SESSION] ?? '');
    const [keyId = '', endsAt] = (value ?? '').split('.');
    if (!valid || clock().getTime() >= Number(endsAt)) return undefined;
    return await keys.findById(keyId);
  }

  return {
    tokenOf: (request) => request.cookies[INVITATION] ?? '',
    isSignedIn: async (request, reply) =>
      await mayEnter(request.credential ?? (await sessionKey(request)), request, reply),
    rememberInvitation(reply, jobId, token) {
      reply.setCookie(INVITATION, token, { ...cookie, path: `/share/${jobId}`, maxAge: INVITATION_SECONDS });
    },
    async signIn(request, reply, key) {
      const found = await keys.find(key.trim());
      if (!found || !(await mayEnter(found, request, reply))) return false;
      const endsAt = clock().getTime() + SESSION_SECONDS * 1000;
      const session = `${found.keyId}.${endsAt}`;
      reply.setCookie(SESSION, session, { ...cookie, path: '/share', maxAge: SESSION_SECONDS, signed: true });
      return true;
    },
  };
}
