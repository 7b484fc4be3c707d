import { join } from 'node:path';
import { Eta } from 'eta';
import type { SignInView } from '../sharePage/pages.ts';
import type { ReviewView } from './reviewView.ts';

/** Every value in a template is escaped unless it is itself a template. The layout is that of shared pages. */
const eta = new Eta({ views: join(import.meta.dirname, '..'), cache: true, autoEscape: true });

/** A run for people who review it. */
export function reviewPage(view: ReviewView): string {
  return eta.render('./reviewPage/templates/review', view);
}

/** The sign-in form. It says nothing about the run. */
export function reviewSignInPage(view: SignInView): string {
  return eta.render('./reviewPage/templates/signIn', view);
}
