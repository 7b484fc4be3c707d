import { OPERATOR_CHAIN } from '@rotamer/accounts/audit/entry.ts';
import { Fault, notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { presentQueue } from './presentQueue.ts';

/** Returns the mail addresses of a setting, in lower case. */
export function readOperators(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  );
}

type Needs = Pick<Deps, 'operators' | 'readOverview' | 'operatorLetters' | 'sessions' | 'jobs' | 'audit' | 'clock'>;

/**
 * What the operators' pages of the console show and do, beside the public API: GET /operator says whether the caller is an operator,
 * /operator/overview, /operator/queue and /operator/dead-letters show the installation, and POST /operator/dead-letters/replay gives
 * dead letters to their group again. Only sessions of people whose addresses the setting names get them. For everybody else, also
 * with an API key, the routes do not exist.
 */
export function operatorRoute(app: FastifyInstance, dependencies: Needs): void {
  const { operators, readOverview, operatorLetters, sessions, jobs } = dependencies;

  async function requireOperator({ credential }: FastifyRequest): Promise<void> {
    if (!credential) throw new Fault('unauthorized', 'The session is missing or invalid.');
    if (operators.size === 0 || credential.kind !== 'session') throw notFound('route');
    const { email } = await sessions.person(credential.userId);
    if (!operators.has(email.toLowerCase())) throw notFound('route');
  }

  function get(path: string, read: (request: FastifyRequest, reply: FastifyReply) => Promise<object>): void {
    app.get(path, async (request, reply) => {
      await requireOperator(request);
      return reply.header('cache-control', 'private, no-store').send(await read(request, reply));
    });
  }

  get('/operator', async () => ({ object: 'operator' }));
  get('/operator/overview', (request, reply) => readOverview(callScope(request, reply)));
  get('/operator/queue', async (request, reply) =>
    presentQueue(await jobs.describeQueue({}, callScope(request, reply))),
  );
  get('/operator/dead-letters', (request, reply) => operatorLetters.list(callScope(request, reply)));

  app.post('/operator/dead-letters/replay', async (request, reply) => {
    await requireOperator(request);
    const which = readWhich(request.body);
    const replayed = await audited(dependencies, request, which, async () => {
      const count = await operatorLetters.replay(which, callScope(request, reply));
      if (count === undefined) throw notFound('source of dead letters');
      return count;
    });
    return reply.header('cache-control', 'private, no-store').send({ object: 'operator_replay', replayed });
  });
}

type Which = { source: string; topic: string; group: string };

function readWhich(body: unknown): Which {
  const given = (body ?? {}) as Record<string, unknown>;
  const [source, topic, group] = ['source', 'topic', 'group'].map((name) => {
    const value = given[name];
    if (typeof value !== 'string' || value === '' || value.length > 200)
      throw validationFault([{ path: name, message: 'is required' }]);
    return value;
  });
  return { source: source!, topic: topic!, group: group! };
}

/** Does what an operator asked for, with an entry in the audit log of operators. */
async function audited(
  { audit, clock }: Pick<Needs, 'audit' | 'clock'>,
  { credential, ip, id }: FastifyRequest,
  { topic, group }: Which,
  act: () => Promise<number>,
): Promise<number> {
  const begun = await audit.begin({
    chain: OPERATOR_CHAIN,
    workspaceId: null,
    actor: { kind: 'session', userId: credential!.userId, keyId: credential!.keyId },
    action: 'operator.replay_dead_letters',
    resourceType: 'dead_letters',
    resourceId: `${topic} ${group}`.slice(0, 128),
    address: ip,
    requestId: id,
    startedAt: clock(),
  });
  try {
    const replayed = await act();
    await audit.end(begun, { outcome: 'ok', code: null, facts: { replayed } });
    return replayed;
  } catch (error) {
    const refused = error instanceof Fault && error.code === 'not_found';
    await audit.end(begun, { outcome: refused ? 'refused' : 'unknown', code: refused ? 'not_found' : null });
    throw error;
  }
}
