import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Accepted, Inspection } from './inspection.ts';

/**
 * What was accepted.
 *
 * @throws validation_error, whose `details.reason` is for programs, for what must not be stored
 */
export function accepted(inspection: Inspection): Accepted {
  if (inspection.ok) return inspection;
  const { reason, message } = inspection;
  throw new Fault('validation_error', `file: ${message}`, { details: { reason, errors: [{ path: 'file', message }] } });
}
