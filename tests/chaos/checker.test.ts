import { describe, expect, it } from 'vitest';
import { findViolations } from './checker.ts';
import type { Facts } from './facts.ts';
import type { History } from './history.ts';

/** A consistent world: one completed job and one cancelled one. */
function aWorld(): { history: History; facts: Facts } {
  const job = { workspaceId: 'ws', version: 3, attempt: 1, failures: 0, reserved: 1_000, finalized: true };
  return {
    history: {
      submissions: [
        { key: 'k1', workspaceId: 'ws', maxCharge: 1_000, accepted: ['job_1', 'job_1'], refused: [] },
        { key: 'k2', workspaceId: 'ws', maxCharge: 1_000, accepted: ['job_2'], refused: [] },
      ],
      cancellations: [{ jobId: 'job_2', outcome: 'confirmed' }],
    },
    facts: {
      jobs: [
        {
          ...job,
          id: 'job_1',
          name: 'k1',
          status: 'COMPLETED',
          holdId: 'h1',
          charge: 1_000,
          final: 1_000,
          outcome: 'charged',
        },
        {
          ...job,
          id: 'job_2',
          name: 'k2',
          status: 'CANCELLED',
          attempt: 0,
          holdId: 'h2',
          charge: 0,
          final: 0,
          outcome: 'released',
        },
      ],
      submissions: [{ jobId: 'job_1' }, { jobId: 'job_2' }],
      holdOwners: [
        { holdId: 'h1', jobId: 'job_1' },
        { holdId: 'h2', jobId: 'job_2' },
        { holdId: 'h3', jobId: null },
      ],
      holds: [
        { id: 'h1', workspaceId: 'ws', amount: 1_000, state: 'posted', charged: 1_000 },
        { id: 'h2', workspaceId: 'ws', amount: 1_000, state: 'voided', charged: 0 },
        { id: 'h3', workspaceId: 'ws', amount: 1_000, state: 'voided', charged: 0 },
      ],
      accounts: [{ workspaceId: 'ws', posted: 9_000, held: 0, granted: -10_000, spent: 1_000 }],
      events: ['job_1', 'job_2'].flatMap((jobId) =>
        [1, 2, 2, 3].map((version) => ({
          jobId,
          version,
          status: version < 3 ? 'QUEUED' : jobId === 'job_1' ? 'COMPLETED' : 'CANCELLED',
        })),
      ),
    },
  };
}

describe('the checker', () => {
  it('finds no violation in a consistent world', () => {
    const { history, facts } = aWorld();
    expect(findViolations(history, facts)).toEqual([]);
  });

  const faults: [string, (world: ReturnType<typeof aWorld>) => void, RegExp][] = [
    ['a lost job', ({ facts }) => facts.jobs.pop(), /job_2 is lost/],
    ['two jobs for one key', ({ history }) => history.submissions[0]!.accepted.push('job_2'), /several jobs/],
    ['a second job of a key', ({ facts }) => facts.jobs.push({ ...facts.jobs[0]!, id: 'job_3' }), /made 2 jobs/],
    ['a job without a submission', ({ facts }) => facts.submissions.pop(), /0 submissions/],
    ['a job that never ended', ({ facts }) => Object.assign(facts.jobs[0]!, { status: 'QUEUED' }), /still QUEUED/],
    ['a job never settled', ({ facts }) => Object.assign(facts.jobs[0]!, { finalized: false }), /never settled/],
    ['a double charge', ({ facts }) => Object.assign(facts.holds[0]!, { charged: 2_000 }), /billing charged 2000/],
    [
      'a charge above the cap',
      ({ history }) => Object.assign(history.submissions[0]!, { maxCharge: 1 }),
      /above its cap/,
    ],
    ['a charge for no job', ({ facts }) => Object.assign(facts.holds[2]!, { state: 'posted' }), /for no job/],
    ['an open hold', ({ facts }) => Object.assign(facts.holds[2]!, { state: 'open' }), /still open/],
    [
      'a hold of somebody else',
      ({ facts }) => Object.assign(facts.holdOwners[0]!, { jobId: null }),
      /not own its hold/,
    ],
    ['lost credits', ({ facts }) => Object.assign(facts.accounts[0]!, { posted: 8_999 }), /sum to -1/],
    ['an overdraft', ({ facts }) => Object.assign(facts.accounts[0]!, { held: 9_001 }), /overdrawn/],
    [
      'a cancelled job that ran',
      ({ facts }) => Object.assign(facts.jobs[1]!, { status: 'COMPLETED' }),
      /cancelled for its client/,
    ],
    ['a missing event', ({ facts }) => facts.events.splice(1, 2), /never published version 2/],
    ['a missing last event', ({ facts }) => facts.events.pop(), /the bus says/],
    [
      'a terminal state that changed',
      ({ facts }) => Object.assign(facts.events[1]!, { status: 'FAILED' }),
      /from FAILED/,
    ],
  ];
  for (const [name, seed, words] of faults) {
    it(`sees ${name}`, () => {
      const world = aWorld();
      seed(world);
      expect(findViolations(world.history, world.facts).join('\n')).toMatch(words);
    });
  }
});
