import { join } from 'node:path';
import { Eta } from 'eta';
import type { JobView } from './jobView.ts';

/** The contents of a sign-in form. */
export interface SignInView {
  /** The relative path from the page to the root of the service. */
  root: string;
  /** The address to which the form is sent. */
  action: string;
  token: string;
  /** The link to the page where people sign in without a key, if there is a way. */
  loginLink?: string;
  /** Why the previous form was refused. */
  notice?: string;
}

/** Every value in a template is escaped unless it is itself a template. */
const eta = new Eta({ views: join(import.meta.dirname, 'templates'), cache: true, autoEscape: true });

/** A shared job. */
export function jobPage(job: JobView): string {
  return eta.render('./job', job);
}

/** The sign-in form. */
export function signInPage(view: SignInView): string {
  return eta.render('./signIn', view);
}

/** An error page. A job that is not shared and a job that does not exist get the same page. */
export function errorPage(root: string, title: string, message: string): string {
  return eta.render('./error', { root, title, message });
}
