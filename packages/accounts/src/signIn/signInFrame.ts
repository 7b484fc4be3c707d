import type { ShowPage } from '@rotamer/http/pages/showPage.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LinkTarget } from '../access/localLinkStore.ts';

/** What the pages of a way to sign in get from the sign-in pages. */
export interface SignInFrame {
  show: ShowPage;
  /** Returns the token of a form on a page of this browser. */
  formToken(request: FastifyRequest, reply: FastifyReply): string;
  /** Returns whether a form was sent from a page that this browser was shown. */
  isOwnForm(request: FastifyRequest, token: string): boolean;
  /** Begins a session of a user in this browser, and leads it to a path of this service. */
  complete(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: { userId: string; workspaceId?: string; next: string },
  ): Promise<FastifyReply>;
  /** Returns the id of the user who is signed in with this browser; undefined for nobody. */
  signedInAs(request: FastifyRequest): Promise<string | undefined>;
  /** Leads a browser that is signed in to where people go after signing in. */
  goOn(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Records that a known person was refused. `reason` is a word, never text of the person. */
  refused(request: FastifyRequest, userId: string, reason: string): Promise<void>;
}

/** Returns whether people can sign in at all. */
export function hasWays({ takeLocalLink, mail, oidc }: SignInWays): boolean {
  return [takeLocalLink, mail, oidc].some((way) => way !== undefined);
}

/** The ways to sign in that are switched on. */
export interface SignInWays {
  /** Links that `npm start` prints; returns whom a link signs in, once. */
  takeLocalLink?: (token: string) => Promise<LinkTarget | undefined>;
  /** Links by mail. The pages are at `/login/mail`. */
  mail?: (app: FastifyInstance, frame: SignInFrame) => void;
  /** OpenID Connect. The pages are at `/login/oidc/{id}`. */
  oidc?: {
    providers: readonly { id: string; name: string }[];
    /** Returns the ids of the providers with which a user can sign in. */
    connected(userId: string): Promise<string[]>;
    pages: (app: FastifyInstance, frame: SignInFrame) => void;
  };
}
