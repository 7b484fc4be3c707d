import { describe, expect, it } from 'vitest';
import { JOBS_OF_NODE } from './longWorkflow.ts';
import { findRunViolations } from './runChecker.ts';
import type { RunFacts } from './runFacts.ts';
import type { RunRecord } from './runHistory.ts';

/** Returns a consistent world: one run under a cap that was reviewed and completed. */
function aWorld(): { history: RunRecord[]; facts: RunFacts } {
  const children = Object.entries(JOBS_OF_NODE).flatMap(([nodeId, count]) =>
    Array.from({ length: count }, (_, n) => ({
      attemptId: 'att',
      nodeId,
      n,
      state: 'DONE',
      itemId: nodeId === 'chosen' ? `itm_${n}` : null,
      jobId: `job_${nodeId}_${n}`,
      final: 1_000,
    })),
  );
  const charged = children.length * 1_000;
  const approved = ['itm_0', 'itm_1'];
  return {
    history: [
      { key: 'k', workspaceId: 'ws', story: 'reviewed', ids: ['run'], selections: [approved], surprises: [], charged },
    ],
    facts: {
      runs: [{ id: 'run', workspaceId: 'ws', name: 'k' }],
      attempts: [{ id: 'att', runId: 'run', number: 1, status: 'COMPLETED', budgetId: 'b' }],
      children,
      decisions: [{ attemptId: 'att', digest: 'd', candidates: 'd', approved }],
      jobs: children.map(({ nodeId, n, jobId }) => ({ id: jobId, parentRef: `att/${nodeId}/${n}`, final: 1_000 })),
      budgets: [{ id: 'b', posted: charged, held: 0 }],
    },
  };
}

/** Returns the violations found after the world was changed. */
function violationsOf(change: (world: ReturnType<typeof aWorld>) => void): string[] {
  const world = aWorld();
  change(world);
  return findRunViolations(world.history, world.facts);
}

describe('the checker of runs', () => {
  it('finds no violation in a consistent world', () => {
    expect(violationsOf(() => {})).toEqual([]);
  });

  it.each<[string, RegExp, (world: ReturnType<typeof aWorld>) => void]>([
    [
      'an answer nobody expected',
      /was answered with 500/,
      ({ history: [run] }) => run!.surprises.push('was answered with 500'),
    ],
    ['a lost run', /made 0 runs/, ({ facts }) => (facts.runs = [])],
    ['a doubled run', /made 2 runs/, ({ facts }) => facts.runs.push({ ...facts.runs[0]!, id: 'run_2' })],
    ['an answer with another run', /run_2 of key k is lost/, ({ history: [run] }) => run!.ids.push('run_2')],
    ['another end', /reviewed, is FAILED/, ({ facts }) => (facts.attempts[0]!.status = 'FAILED')],
    ['a run that goes on', /is PAUSED/, ({ facts }) => (facts.attempts[0]!.status = 'PAUSED')],
    [
      'a child that was launched twice',
      /was launched 2 times/,
      ({ facts }) => facts.jobs.push({ ...facts.jobs[0]!, id: 'job_2', final: 0 }),
    ],
    [
      'a job of no child',
      /is of no child/,
      ({ facts }) => facts.jobs.push({ id: 'job_2', parentRef: 'att/digest/7', final: 0 }),
    ],
    ['a child without its job', /jobs has undefined/, ({ facts }) => facts.jobs.shift()],
    ['a child that goes on', /is still LAUNCHING/, ({ facts }) => (facts.children[0]!.state = 'LAUNCHING')],
    ['a job too few', /0 completed jobs instead of 1/, ({ facts }) => (facts.children[0]!.state = 'FAILED')],
    [
      'an amount that the run does not know',
      /says null, its job 1000/,
      ({ facts }) => (facts.children[0]!.final = null),
    ],
    ['a total that is no sum', /its jobs came to/, ({ history: [run] }) => (run!.charged = 1)],
    ['a wrong answer to a cancellation', /was cancelled at 5/, ({ history: [run] }) => (run!.chargedAtCancel = 5)],
    ['a budget that counts otherwise', /its budget says 1/, ({ facts }) => (facts.budgets[0]!.posted = 1)],
    ['an open budget', /still holds 1/, ({ facts }) => (facts.budgets[0]!.held = 1)],
    ['a second selection', /itm_2 was approved/, ({ history: [run] }) => run!.selections.push(['itm_2'])],
    ['a selection from others', /from other candidates/, ({ facts }) => (facts.decisions[0]!.digest = 'e')],
    [
      'a selection that was widened',
      /went on/,
      ({ facts }) => (facts.children.find(({ nodeId }) => nodeId === 'chosen')!.itemId = 'itm_2'),
    ],
  ])('finds %s', (_, expected, change) => {
    expect(violationsOf(change).join('\n')).toMatch(expected);
  });
});
