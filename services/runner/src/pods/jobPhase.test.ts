import { describe, expect, it } from 'vitest';
import { phaseOf } from './jobPhase.ts';

describe('the phase of a Job', () => {
  it.each([
    ['no status yet', undefined, 'waiting'],
    ['a pod that is not ready', { active: 1 }, 'waiting'],
    ['a pod that runs', { active: 1, ready: 1 }, 'running'],
    ['success', { conditions: [{ type: 'Complete', status: 'True' }] }, 'succeeded'],
    ['a condition that is over', { ready: 1, conditions: [{ type: 'Suspended', status: 'False' }] }, 'running'],
    ['a failure', { conditions: [{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded' }] }, 'failed'],
    ['a failure to come', { ready: 1, conditions: [{ type: 'FailureTarget', status: 'True' }] }, 'failed'],
  ])('with %s', (_, status, at) => {
    expect(phaseOf({ status }).at).toBe(at);
  });

  it('that waits for Kueue is that it is queued', () => {
    expect(phaseOf({ spec: { suspend: true, template: {} } }).at).toBe('queued');
  });
});
