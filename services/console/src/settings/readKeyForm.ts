import type { ApiKeyRequest } from '@rotamer/client';
import { Fault } from '@rotamer/kit/errors/fault.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Longest time in days that the form offers; the API knows no limit. */
const MAX_DAYS = 3_650;

/**
 * Returns the key that a form asks for. Empty fields set no limit.
 *
 * @throws validation_error for a budget or an expiry that is not a number
 */
export function readKeyForm(form: URLSearchParams, now: Date): ApiKeyRequest {
  const text = (name: string) => form.get(name)?.trim() ?? '';
  const days = numberIn(text('days'), 'The expiry');
  const tools = text('tools')
    .split(/[\s,]+/)
    .filter(Boolean);
  const projects = form.getAll('projects').filter(Boolean);
  const caps = (['day', 'month', 'total'] as const).map(
    (period) => [period, numberIn(text(period), 'A budget')] as const,
  );
  const budget = Object.fromEntries(caps.filter(([, cap]) => cap !== undefined));
  return {
    name: text('name'),
    scopes: form.getAll('scopes') as ApiKeyRequest['scopes'],
    ...(days && { expires_at: new Date(now.getTime() + Math.min(days, MAX_DAYS) * DAY_MS).toISOString() }),
    ...(tools.length > 0 && { tools }),
    ...(projects.length > 0 && { project_ids: projects }),
    ...(Object.keys(budget).length > 0 && { budget }),
  };
}

function numberIn(text: string, what: string): number | undefined {
  if (text === '') return undefined;
  const number = Number(text);
  if (Number.isFinite(number) && number >= 0) return number;
  throw new Fault('validation_error', `${what} is a number, such as 10.`, { resolution: 'Go back and change it.' });
}
