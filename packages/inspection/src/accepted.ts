import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Accepted, Inspection } from './inspection.ts';

/**
 * Returns an accepted inspection.
 *
 * @throws validation_error for a rejected file; its `details.reason` is a stable code
 */
export function accepted(inspection: Inspection): Accepted {
  if (inspection.ok) return inspection;
  const { reason, message } = inspection;
  throw new Fault('validation_error', `file: ${message}`, { details: { reason, errors: [{ path: 'file', message }] } });
}
