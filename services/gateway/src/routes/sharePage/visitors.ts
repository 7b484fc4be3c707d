import { createSessions } from '@rotamer/accounts/sessions/sessions.ts';
import { basePathOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';

/** How long a browser keeps the invitation that it followed, in seconds. */
const INVITATION_SECONDS = 24 * 60 * 60;

/** Cookie with the token of an invitation, sent only to the pages of its job. */
const INVITATION = 'share_invitation';

/** Returns whether a text has the form of an invitation's token. Any other text is ignored. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Identifies the visitors of shared pages, by HttpOnly cookies. */
export interface Visitors {
  /** Returns the token of the followed invitation; empty for none. */
  tokenOf(request: FastifyRequest): string;
  /** Returns whether the visitor is signed in, by the sign-in form or by an API key in the request itself. */
  isSignedIn(request: FastifyRequest): Promise<boolean>;
  rememberInvitation(reply: FastifyReply, jobId: string, token: string): void;
  /** Returns false when the key is invalid or its workspace is not on a paid plan. */
  signIn(request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean>;
}

/** The path of the pages to which cookies are sent, as browsers see it: below the path of the public URL. */
export function sharePagesPath(publicUrl: string): string {
  return `${basePathOf(publicUrl)}/share`;
}

export function createVisitors(
  needs: Pick<Deps, 'keys' | 'sessions' | 'workspaces' | 'rates' | 'clock' | 'publicUrl' | 'consoleUrl' | 'audit'>,
): Visitors {
  const pages = sharePagesPath(needs.publicUrl);
  const sessions = createSessions(needs, { name: 'share_session', path: pages });
  return {
    tokenOf({ cookies }) {
      const token = cookies[INVITATION] ?? '';
      return isToken(token) ? token : '';
    },
    isSignedIn: async (request) => (await sessions.keyOf(request)) !== undefined,
    rememberInvitation(reply, jobId, token) {
      reply.setCookie(INVITATION, token, {
        httpOnly: true,
        // Lax: also sent with the first request after a link in an e-mail.
        sameSite: 'lax',
        secure: needs.publicUrl.startsWith('https:'),
        path: `${pages}/${jobId}`,
        maxAge: INVITATION_SECONDS,
      });
    },
    signIn: sessions.signIn,
  };
}
