import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { CallersGet, GetAnswer } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it } from 'vitest';
import { purgePolls } from '../job/readForCallers.ts';
import { aSubmission, startJobs } from '../testing/startJobs.ts';

/** Returns the job of an answer, or the error. */
function read({ answer }: GetAnswer): Job | Fault {
  if (answer?.$case === 'job') return answer.value;
  return answer?.$case === 'error' ? itemFault(answer.value) : expect.fail('no answer');
}

/** A job, and calls that poll it with keys of its workspace. */
async function pollers() {
  const world = await startJobs();
  const { workspaceId, scope } = await world.member(10);
  const { job } = await world.jobs.submit(aSubmission(), scope);
  const as = (keyId: string) => ({ caller: Caller.fromPartial({ workspaceId, userId: 'usr_test', keyId }) });
  /** Returns the answer of BatchGet to one get. */
  const get = async (over: Partial<CallersGet> = {}) => {
    const { answers } = await world.jobs.batchGet({
      gets: [{ jobId: job!.id, workspaceId, keyId: 'key1', poll: true, ...over }],
    });
    return read(answers[0]!);
  };
  const status = async (keyId = 'key1', jobId = job!.id) => {
    const answer = await get({ keyId, jobId });
    return answer instanceof Fault ? answer.code : 'read';
  };
  const word = (call: Promise<unknown>) =>
    call.then(
      () => 'read',
      (error) => error.code as string,
    );
  return {
    ...world,
    jobId: job!.id,
    as,
    get,
    status,
    result: (keyId = 'key1', jobId = job!.id) => word(world.jobs.getResult({ jobId, poll: true }, as(keyId))),
    /** Moves all polls this many milliseconds into the past. */
    pass: (ms: number) => world.db.query(`update polls set next_at = next_at - make_interval(secs => $1)`, [ms / 1000]),
    rows: async () => (await world.db.query('select key_id, kind, next_at from polls')).rows,
  };
}

describe('polling a job', () => {
  it('is free the first time, then once in 5 s for each key', async () => {
    const { status, pass } = await pollers();
    expect([await status(), await status(), await status('key2')]).toEqual(['read', 'rate_limited', 'read']);
    await pass(5_000);
    expect([await status(), await status()]).toEqual(['read', 'rate_limited']);
  });

  it('counts status and result separately', async () => {
    const { status, result } = await pollers();
    expect([await status(), await result()]).toEqual(['read', 'job_not_completed']);
    expect([await status(), await result()]).toEqual(['rate_limited', 'rate_limited']);
  });

  it('returns how long to wait, which a refused poll does not extend', async () => {
    const { get, status, pass, rows } = await pollers();
    await status();
    const before = await rows();
    await pass(2_500);
    expect(await get()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3 });
    expect((await rows())[0].next_at.getTime()).toBe(before[0].next_at.getTime() - 2_500);
    await pass(2_500);
    expect(await status()).toBe('read');
  });

  it('allows one of concurrent polls; the others have to wait the full interval', async () => {
    const { get } = await pollers();
    const answers = await Promise.all(Array.from({ length: 30 }, () => get()));
    const refused = answers.filter((answer) => answer instanceof Fault);
    expect(refused).toHaveLength(29);
    const waits = refused.map(({ retryAfterSeconds }) => retryAfterSeconds);
    expect(new Set(waits)).toEqual(new Set([5]));
  });

  it('has the same limits for polls in one call', async () => {
    const { jobs, jobId, as, status, member } = await pollers();
    const { caller } = as('key1');
    const { workspaceId } = caller;
    const unknown = newId('job', new Date());
    const get = (over: object) => ({ jobId, workspaceId, keyId: 'key1', poll: true, ...over });
    const { workspaceId: foreign } = await member(0);
    const gets = [get({}), get({}), get({ keyId: 'key2' }), get({ jobId: unknown }), get({ workspaceId: foreign })];
    const { answers } = await jobs.batchGet({ gets: [...gets, get({ poll: false })] });
    const words = answers.map(read).map((answer) => (answer instanceof Fault ? answer.code : answer.id));
    expect(words).toEqual([jobId, 'rate_limited', jobId, 'not_found', 'not_found', jobId]);
    expect(await status('key2')).toBe('rate_limited');
  });

  it('of an unknown or foreign job returns not_found and leaves no row', async () => {
    const { get, status, result, rows, member } = await pollers();
    const unknown = newId('job', new Date());
    expect([await status('key1', unknown), await status('key1', unknown)]).toEqual(['not_found', 'not_found']);
    expect([await result('key1', unknown), await result('key1', unknown)]).toEqual(['not_found', 'not_found']);
    const { workspaceId } = await member(0);
    for (const _ of [1, 2]) expect(await get({ workspaceId })).toMatchObject({ code: 'not_found' });
    expect(await rows()).toEqual([]);
  });

  it('does not count streams, other reads and changes of the job', async () => {
    const { jobs, jobId, as, get, status, rows } = await pollers();
    await get({ poll: false });
    await jobs.getMany({ jobIds: [jobId] }, as('key1'));
    await jobs.cancel({ jobId }, as('key1'));
    expect(await rows()).toEqual([]);
    expect(await status()).toBe('read');
  });

  it('is purged after its interval, not before', async () => {
    const { db, status, pass, rows } = await pollers();
    await status('key1');
    await pass(5_000);
    await status('key2');
    await purgePolls(db);
    expect(await rows()).toMatchObject([{ key_id: 'key2' }]);
  });
});
