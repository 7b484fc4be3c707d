import { join } from 'node:path';
import { Eta } from 'eta';

/** Every value in a template is escaped unless it is itself a template. The layout is that of shared pages. */
const eta = new Eta({ views: join(import.meta.dirname, '..'), cache: true, autoEscape: true });

/** An open invitation. */
export interface InvitationView {
  /** The relative path from the page to the root of the service. */
  root: string;
  action: string;
  workspace: string;
  inviter: { name: string | undefined; email: string };
  role: string;
  /** Whom the invitation is for. */
  email: string;
  /** The token of the link, and that of the form. */
  t: string;
  token: string;
}

/** Shows who invites whom to which workspace. The invitation is used up only by the form. */
export function invitationPage(view: InvitationView): string {
  return eta.render('./invitations/templates/invitation', view);
}

/** A message about an invitation that cannot be accepted. */
export function invitationNoticePage(view: { root: string; message: string; resolution: string }): string {
  return eta.render('./invitations/templates/notice', view);
}
