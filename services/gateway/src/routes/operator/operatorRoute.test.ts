import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { AuditIntent } from '@rotamer/accounts/audit/entry.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { QueueState } from '@rotamer/proto/jobs/v1/jobs.ts';
import fastify, { type FastifyRequest, type InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import type { Overview } from '../../operator/readOverview.ts';
import { operatorRoute, readOperators } from './operatorRoute.ts';

const overview: Overview = {
  object: 'operator_overview',
  tools: { total: 2, unavailable: ['vina-dock'] },
  users: [],
  audit: [],
};

/** What was written to the audit log, and what was replayed. */
const done: unknown[] = [];

/** Asks as a person, or with a key. */
async function ask(
  operators: string,
  credential: Partial<Credential> | undefined,
  request: InjectOptions = { url: '/operator/overview' },
) {
  const app = fastify();
  app.decorateRequest('credential');
  app.decorateRequest('callScope');
  app.addHook('onRequest', async (request: FastifyRequest) => {
    request.credential = credential as Credential;
    request.callScope = {} as never;
  });
  app.setErrorHandler((error, _request, reply) =>
    reply.code((error as { code?: string }).code === 'not_found' ? 404 : 401).send(),
  );
  const sessions = { person: async () => ({ email: 'Ada@example.org', name: 'Ada' }) };
  operatorRoute(app, {
    operators: readOperators(operators),
    readOverview: async () => overview,
    operatorLetters: {
      list: async () => ({ object: 'operator_dead_letters', dead_letters: [], missing: ['bus'] }),
      replay: async (which) => {
        done.push(which);
        return which.source === 'bus' ? 2 : undefined;
      },
    },
    jobs: { describeQueue: async () => queue } as never,
    audit: {
      begin: async ({ action, actor, resourceId }: AuditIntent) => ({ action, actor, resourceId }),
      end: async (begun: object, ended: object) => void done.push({ ...begun, ...ended }),
    } as never,
    clock: () => new Date(0),
    sessions: sessions as never,
  });
  const answer = await app.inject(request);
  await app.close();
  return answer;
}

const queue = QueueState.fromPartial({
  waiting: [
    {
      tool: 'mafft',
      workspaceId: 'ws_1',
      status: JobStatus.QUEUED,
      jobs: 3,
      oldestSince: new Date(0),
      reason: 'Busy.',
    },
  ],
  runners: [{ id: 'r1', seenAt: new Date(0), live: true, tools: 78, datasets: ['swissprot@1'], runningJobs: 2 }],
});

const operator = { kind: 'session' as const, userId: 'usr_1', keyId: 'ses_1' };

it.each([
  ['ada@example.org', { kind: 'session', userId: 'usr_1' }, 200],
  [' bob@example.org, ADA@example.org ', { kind: 'session', userId: 'usr_1' }, 200],
  ['bob@example.org', { kind: 'session', userId: 'usr_1' }, 404],
  ['', { kind: 'session', userId: 'usr_1' }, 404],
  ['ada@example.org', { kind: 'key', userId: 'usr_1' }, 404],
  ['ada@example.org', undefined, 401],
] as const)('lets only sessions of operators read the overview: %j, %j', async (operators, credential, status) => {
  expect((await ask(operators, credential)).statusCode).toBe(status);
});

it('shows the queue and the dead letters to operators only', async () => {
  const read = async (url: string, who: Partial<Credential> = operator) => ask('ada@example.org', who, { url });
  expect((await read('/operator/queue')).json()).toEqual({
    object: 'operator_queue',
    waiting: [
      {
        ...{ tool: 'mafft', workspace_id: 'ws_1', status: 'QUEUED', jobs: 3 },
        ...{ oldest_since: new Date(0).toISOString(), reason: 'Busy.' },
      },
    ],
    has_more: false,
    runners: [
      {
        ...{ id: 'r1', seen_at: new Date(0).toISOString(), live: true, tools: 78 },
        ...{ datasets: ['swissprot@1'], running_jobs: 2 },
      },
    ],
  });
  expect((await read('/operator/dead-letters')).json().missing).toEqual(['bus']);
  const key = { ...operator, kind: 'key' as const };
  for (const url of ['/operator/queue', '/operator/dead-letters']) expect((await read(url, key)).statusCode).toBe(404);
});

it('replays dead letters for operators, with an entry in the audit log', async () => {
  const replay = (payload: object, who: Partial<Credential> = operator) =>
    ask('ada@example.org', who, { method: 'POST', url: '/operator/dead-letters/replay', payload });
  const which = { source: 'bus', topic: 'jobs.events.v1', group: 'files' };
  expect((await replay(which, { ...operator, kind: 'key' })).statusCode).toBe(404);
  expect((await replay({ ...which, group: 7 })).statusCode).toBe(401);
  expect(done).toEqual([]);
  expect((await replay(which)).json()).toEqual({ object: 'operator_replay', replayed: 2 });
  const entry = {
    action: 'operator.replay_dead_letters',
    actor: { kind: 'session', userId: 'usr_1', keyId: 'ses_1' },
    resourceId: 'jobs.events.v1 files',
  };
  expect(done).toEqual([which, { ...entry, outcome: 'ok', code: null, facts: { replayed: 2 } }]);
  await replay({ ...which, source: 'nowhere' });
  expect(done.at(-1)).toEqual({ ...entry, outcome: 'refused', code: 'not_found' });
});
