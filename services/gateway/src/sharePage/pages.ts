import { join } from 'node:path';
import { Eta } from 'eta';
import type { JobView } from './jobView.ts';

/** Every value in a template is escaped unless it is itself a template. */
const eta = new Eta({ views: join(import.meta.dirname, 'templates'), cache: true, autoEscape: true });

/** A shared job. */
export function jobPage(job: JobView): string {
  return eta.render('./job', job);
}

/** The sign-in form; `refused`: the key that was given was not accepted. */
export function signInPage(jobId: string, refused: boolean): string {
  return eta.render('./signIn', { jobId, refused });
}

/** Any error; a job that is not shared and one that does not exist get the same page. */
export function errorPage(title: string, message: string): string {
  return eta.render('./error', { title, message });
}
