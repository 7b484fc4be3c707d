import { join } from 'node:path';
import { Eta } from 'eta';

/** Every value in a template is escaped unless it is itself a template. The layout is that of shared pages. */
const eta = new Eta({ views: join(import.meta.dirname, '..'), cache: true, autoEscape: true });

/** A link that was opened. */
export interface ConfirmLinkView {
  /** The relative path from the page to the root of the service. */
  root: string;
  action: string;
  /** Whom the link signs in. */
  email: string;
  /** The token of the link, and that of the form. */
  t: string;
  token: string;
}

/** Asks whether the person wants to sign in. The link is used up only by the form. */
export function confirmLinkPage(view: ConfirmLinkView): string {
  return eta.render('./loginLink/templates/confirm', view);
}

/** A message about a link, with the way back to the sign-in page. */
export function linkNoticePage(view: { root: string; title: string; message: string }): string {
  return eta.render('./loginLink/templates/notice', view);
}
