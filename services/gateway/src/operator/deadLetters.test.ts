import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { DeadLettersClient } from '@rotamer/proto/bus/v1/dead_letters.ts';
import { expect, it } from 'vitest';
import { createOperatorLetters } from './deadLetters.ts';

const message = { key: 'job_1', eventId: 'e', type: 'job.created', occurredAt: new Date(0) };
const bus = {
  deadLetters: async () => [{ topic: 'jobs.events.v1', group: 'files', message, error: 'no' }],
  replay: async () => 3,
};
const scope = {} as CallScope;

/** A service with one piece of failed work. */
function service(list: () => Promise<object[]>): DeadLettersClient<CallScope> {
  return {
    list: async () => ({ deadLetters: await list() }),
    replay: async ({ group }: { group?: string }) => ({ replayed: group === 'settle' ? 1 : 0 }),
  } as never;
}

it('lists the letters of the bus and of every service, and names the sources that do not answer in time', async () => {
  const work = { topic: 'jobs.work', group: 'settle', type: 'work', key: 'job_2', error: 'x', occurredAt: new Date(0) };
  const letters = createOperatorLetters(
    bus,
    {
      jobs: service(async () => [work]),
      files: service(async () => Promise.reject(new Error('away'))),
      projects: service(() => new Promise(() => undefined)),
    },
    50,
  );
  const { dead_letters, missing } = await letters.list(scope);
  const occurred_at = new Date(0).toISOString();
  expect(dead_letters).toEqual([
    {
      source: 'bus',
      topic: 'jobs.events.v1',
      group: 'files',
      type: 'job.created',
      key: 'job_1',
      error: 'no',
      occurred_at,
    },
    { source: 'jobs', topic: 'jobs.work', group: 'settle', type: 'work', key: 'job_2', error: 'x', occurred_at },
  ]);
  expect(missing).toEqual(['files', 'projects']);
});

it('replays the letters of one group at their source', async () => {
  const letters = createOperatorLetters(bus, { jobs: service(async () => []) });
  const replay = (source: string, group: string) => letters.replay({ source, topic: 't', group }, scope);
  expect(await replay('bus', 'files')).toBe(3);
  expect(await replay('jobs', 'settle')).toBe(1);
  expect(await replay('constructor', 'settle')).toBeUndefined();
});
