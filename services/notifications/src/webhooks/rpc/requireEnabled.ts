import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Endpoint } from '../endpoint.ts';

/** @throws conflict when the endpoint is disabled */
export function requireEnabled({ state }: Endpoint): void {
  if (state === 'enabled') return;
  throw new Fault('conflict', 'The webhook endpoint is disabled.', {
    resolution: 'Enable the endpoint first: PATCH it with "enabled": true.',
    details: { reason: 'endpoint_disabled' },
  });
}
