import { join } from 'node:path';
import { Eta } from 'eta';

/** Every value in a template is escaped unless it is itself a template. The layout is that of shared pages. */
const eta = new Eta({ views: join(import.meta.dirname, '..'), cache: true, autoEscape: true });

/** A kind of mail that somebody wants to switch off. */
export interface SwitchOffView {
  /** The relative path from the page to the root of the service. */
  root: string;
  action: string;
  email: string;
  /** When such mails are sent: the end of "when …". */
  what: string;
}

/** Asks whether the mails are to be switched off. */
export function switchOffPage(view: SwitchOffView): string {
  return eta.render('./notices/templates/switchOff', view);
}

export function switchedOffPage(view: SwitchOffView): string {
  return eta.render('./notices/templates/switchedOff', view);
}
