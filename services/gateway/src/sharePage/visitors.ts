import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRecord } from '../access/accessStore.ts';
import type { Deps } from '../deps.ts';
import { callScope } from '../request/callScope.ts';

/** Seconds that a browser stays signed in. */
const SESSION_SECONDS = 60 * 60;

/** Seconds that a browser remembers the link that it followed. */
const INVITATION_SECONDS = 24 * 60 * 60;

/** Holds the public id of a key and when the session ends, signed; never the key. */
const SESSION = 'share_session';

/** Holds the token of an invitation, for the pages of its job alone. */
const INVITATION = 'share_invitation';

/** Who looks at the pages of shared jobs, by cookies that no script can read. */
export interface Visitors {
  /** Of the invitation whose link was followed; empty for none. */
  tokenOf(request: FastifyRequest): string;
  /** By a key that the form took, or that the request itself carries. */
  isSignedIn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  rememberInvitation(reply: FastifyReply, jobId: string, token: string): void;
  /** False: the key is not valid, or its workspace is not on a paid plan. */
  signIn(request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean>;
}

type Needs = Pick<Deps, 'keys' | 'workspaces' | 'clock' | 'publicUrl'>;

export function createVisitors({ keys, workspaces, clock, publicUrl }: Needs): Visitors {
  // Lax: sent also by the first request of who follows a link from a mail.
  const cookie = { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;

  /** Asked for each page: a session ends with its key, and with the plan of the key's workspace. */
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
