import { Fault } from '@rotamer/kit/errors/fault.ts';

/** Why a sound submission is not accepted. Credits in the answers, millicredits in the arguments. */

export function insufficientCreditsFault(needed: number, available: number): Fault {
  return new Fault(
    'insufficient_credits',
    `The job needs ${needed / 1000} credits, the workspace has ${available / 1000} available.`,
    { details: { required_credits: needed / 1000, available_credits: available / 1000 } },
  );
}

export function limitFault(max: number): Fault {
  return new Fault('concurrent_job_limit_exceeded', `The workspace already has its ${max} active jobs.`, {
    details: { max_concurrent_jobs: max },
  });
}

export function dailyLimitFault(max: number): Fault {
  return new Fault('daily_limit_exceeded', `The workspace has used its ${max} jobs of today (UTC).`, {
    details: { daily_limit_max: max },
  });
}

export function priceChangedFault(quoted: number, maxCredits: number): Fault {
  return new Fault('price_changed', `The price is ${quoted / 1000} credits, above max_quoted_credits ${maxCredits}.`, {
    details: { quoted: quoted / 1000, max: maxCredits },
  });
}

export function keyReusedFault(): Fault {
  return new Fault('conflict', 'This idempotency key was used for a different request.', {
    resolution: 'Send the same body as before, or a new idempotency key.',
    details: { reason: 'idempotency_key_reused' },
  });
}
