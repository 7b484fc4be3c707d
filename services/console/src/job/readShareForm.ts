import type { JobSharing, JobSharingRequest } from '@rotamer/client';
import { Fault } from '@rotamer/kit/errors/fault.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The ends of sharing that the form offers beside a date, in days. */
export const SHARE_DAYS = [7, 30];

/**
 * Returns the change that a form asks for: another visibility and end, one more invitation, or one less.
 *
 * @throws validation_error for an end that is neither a number of days nor a date
 */
export function readShareForm(form: URLSearchParams, now: Date): JobSharingRequest {
  const [visibility, invite, remove] = ['visibility', 'invite', 'remove'].map((name) => form.get(name)?.trim());
  return {
    ...(visibility && { visibility: visibility as JobSharing['visibility'] }),
    ...(visibility && visibility !== 'PRIVATE' && endIn(form, now)),
    ...(invite && { visibility: 'INVITED', add_invites: [invite] }),
    ...(remove && { remove_invites: [remove] }),
  };
}

/** A date is the last day, which ends as days do in UTC. It wins over the choice above it. */
function endIn(form: URLSearchParams, now: Date): Pick<JobSharingRequest, 'expires_at'> {
  const [ends, date] = ['ends', 'last_day'].map((name) => form.get(name)?.trim() ?? '');
  if (date) return { expires_at: new Date(momentOf(`${date}T00:00:00Z`) + DAY_MS).toISOString() };
  if (ends === 'never') return { expires_at: null };
  if (SHARE_DAYS.some((days) => ends === `${days}`)) {
    return { expires_at: new Date(now.getTime() + Number(ends) * DAY_MS).toISOString() };
  }
  if (ends === '' || ends === 'keep') return {};
  throw badEnd();
}

function momentOf(text: string): number {
  const moment = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) throw badEnd();
  return moment;
}

function badEnd(): Fault {
  return new Fault('validation_error', 'The last day is a date such as 2027-01-31.', {
    resolution: 'Go back and change it.',
  });
}
