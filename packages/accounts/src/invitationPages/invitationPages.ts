import type { ShowPage } from '@rotamer/http/pages/showPage.ts';
import { BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { formOf } from '@rotamer/http/request/form.ts';
import { basePathOf } from '@rotamer/http/server/baseUrl.ts';
import { Fault, toFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Workspaces } from '../access/workspaces.ts';
import { type AuditNeeds, audited } from '../audit/audited.ts';
import type { InvitationLinks } from '../invitations/invitationLinks.ts';
import type { Invitation } from '../invitations/invitationStore.ts';
import { type Invitations, isMemberNow } from '../invitations/invitations.ts';
import { toAccount } from '../signIn/links.ts';

export interface InvitationPagesDeps extends AuditNeeds {
  show: ShowPage;
  invitations: Invitations;
  links: InvitationLinks;
  workspaces: Pick<Workspaces, 'recent'>;
  publicUrl: string;
  /** Returns the token of a form on a page of this browser. */
  formToken(request: FastifyRequest, reply: FastifyReply): string;
  /** Returns whether a form was sent from a page that this browser was shown. */
  isOwnForm(request: FastifyRequest, token: string): boolean;
  /** Returns the address of the person who is signed in with this browser; undefined for nobody. */
  signedInAs(request: FastifyRequest): Promise<string | undefined>;
  /** Leads a browser that is signed in to where people go after signing in. */
  goOn(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Begins a session of a user in this browser, and leads it to a path of this service. */
  complete(
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: { userId: string; workspaceId: string; next: string },
  ): Promise<FastifyReply>;
}

/**
 * GET /invitations/{token} shows who invites whom to which workspace. POST /invitations/accept makes the person a member, once,
 * and signs the person in: the link was in a mail to the address. Mail scanners open links, but send no forms.
 */
export function invitationPages(app: FastifyInstance, deps: InvitationPagesDeps): void {
  const { invitations, links, workspaces, show } = deps;
  const action = `${basePathOf(deps.publicUrl)}/invitations/accept`;

  async function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
    const { code, message, resolution, details } = toFault(error);
    if (code !== 'conflict') throw error;
    // A second click or the back button, in the browser of the invited person: others were refused before.
    if (isMemberNow(details?.reason) && (await deps.signedInAs(request))) return deps.goOn(request, reply);
    const title = 'This invitation cannot be accepted';
    return show(request, reply.code(409), {
      page: 'message',
      title,
      message: `${message} ${resolution}`,
      link: toAccount,
    });
  }

  /** Returns the invitation that a token stands for. @throws conflict for a forged token, and for another person */
  async function invitationOf(request: FastifyRequest, token: string): Promise<Invitation> {
    const id = links.idOf(token);
    const invitation = id === undefined ? undefined : await invitations.read(id);
    if (!invitation || !links.isValid(token, invitation)) throw forged();
    const current = await deps.signedInAs(request);
    if (current !== undefined && current !== invitation.email) throw ofAnother(invitation.email, current);
    return invitation;
  }

  app.get<{ Params: { token: string } }>('/invitations/:token', async (request, reply) => {
    const { token: t } = request.params;
    try {
      const shown = await invitations.show((await invitationOf(request, t)).id);
      const scope = { deadlineMs: Date.now() + BUDGET_MS, traceparent: request.traceparent };
      const { name } = await workspaces.recent(shown.workspaceId, scope);
      const { role, email, inviter } = shown;
      const token = deps.formToken(request, reply);
      const view = { page: 'invitation', action, workspace: name, role, email, t, token } as const;
      return await show(request, reply, { ...view, inviter: { name: inviter.name, email: inviter.email } });
    } catch (error) {
      return refuse(request, reply, error);
    }
  });

  app.post('/invitations/accept', async (request, reply) => {
    const form = formOf(request);
    try {
      if (!deps.isOwnForm(request, form.get('token') ?? '')) throw foreignForm();
      const { id, workspaceId, role } = await invitationOf(request, form.get('t') ?? '');
      // Refuses an invitation that is over. Else everybody who has its link could fill the log.
      await invitations.show(id);
      // Who the person is to the gateway is known once the invitation is accepted.
      const actor = { kind: 'system' as const, userId: null, keyId: null };
      const accepted = await audited(
        deps,
        request,
        { workspaceId, actor, action: 'invitation.accepted', resourceType: 'invitation', resourceId: id },
        () => invitations.accept(id, request.traceparent),
        ({ userId }) => ({ user_id: userId, role }),
      );
      return await deps.complete(request, reply, { ...accepted, next: '/' });
    } catch (error) {
      return refuse(request, reply, error);
    }
  });
}

function forged(): Fault {
  return new Fault('conflict', 'This link is not complete, or is not an invitation of this service.', {
    resolution: 'Open the link in the mail again, or copy all of it.',
  });
}

function ofAnother(invited: string, current: string): Fault {
  return new Fault('conflict', `The invitation is for ${invited}, and you are signed in as ${current}.`, {
    resolution: 'Sign out on the page of your account, and open the link again.',
  });
}

function foreignForm(): Fault {
  return new Fault('conflict', 'This form is older than an hour, or was not sent from the page.', {
    resolution: 'Open the link in the mail again.',
  });
}
