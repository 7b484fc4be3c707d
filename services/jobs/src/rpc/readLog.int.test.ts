import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';

/** A running job, and functions for its log. */
async function startRunning() {
  const world = await startJobs();
  const member = await world.member(10);
  const { job } = await world.jobs.submit(aSubmission(), member.scope);
  await world.claimOne();
  const jobId = job!.id;
  return {
    ...world,
    ...member,
    jobId,
    record: (text: string, startsAt: number, attempt = 1, more = {}) =>
      world.leases.recordRun({ ...world.holding(jobId, attempt), text, startsAt, ...more }),
    read: (more = {}) => world.jobs.readLog({ jobId, ...more }, member.scope),
  };
}

describe('the log of an attempt', () => {
  it('is read as it was sent, whole and from a place on, once for repeated parts', async () => {
    const { record, read } = await startRunning();
    expect(await read()).toMatchObject({ attempt: 1, parts: [], ended: false, kept: false });
    await record('one\n', 0);
    await record('one\n', 0);
    await record('two\n', 4);
    expect(await read()).toEqual({
      ...{ attempt: 1, lastAttempt: 1, endsAt: 8, ended: false, kept: true, tool: 'protein-properties' },
      parts: [
        { startsAt: 0, text: 'one\n' },
        { startsAt: 4, text: 'two\n' },
      ],
    });
    expect((await read({ after: 4 })).parts).toEqual([{ startsAt: 4, text: 'two\n' }]);
    expect((await read({ after: 8 })).parts).toEqual([]);
    expect((await read({ maxBytes: 5 })).parts).toEqual([{ startsAt: 0, text: 'one\n' }]);
  });

  it('keeps its beginning and its end when it is long: at most 1 MiB', async () => {
    const { record, read } = await startRunning();
    const text = `${'x'.repeat(127)}\n`.repeat(1024);
    for (let i = 0; i < 24; i++) await record(text, i * text.length);
    const { parts, endsAt } = await read();
    expect(endsAt).toBe(24 * text.length);
    expect(parts.map(({ startsAt }) => startsAt / text.length)).toEqual([0, 1, 19, 20, 21, 22, 23]);
  });

  it('follows that of an earlier attempt, which stays readable', async () => {
    const { record, read, leases, holding, jobId, claimOne, db } = await startRunning();
    await record('first\n', 0);
    await leases.complete({ ...holding(jobId, 1), outcome: AttemptOutcome.INFRASTRUCTURE, runtimeMs: 1 });
    await expect(record('late\n', 6)).rejects.toMatchObject({ code: 'not_found' });
    await db.query('update jobs set next_attempt_at = now()');
    await claimOne();
    await record('second\n', 0, 2);
    expect(await read()).toMatchObject({ attempt: 2, lastAttempt: 2, ended: false, parts: [{ text: 'second\n' }] });
    expect(await read({ attempt: 1 })).toMatchObject({ attempt: 1, ended: true, parts: [{ text: 'first\n' }] });
    await expect(read({ attempt: 3 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is read by its workspace only, and deleted with its job', async () => {
    const { record, jobs, member, jobId, db } = await startRunning();
    await record('secret\n', 0);
    const other = await member(1);
    await expect(jobs.readLog({ jobId }, other.scope)).rejects.toMatchObject({ code: 'not_found' });
    await db.query('delete from jobs');
    expect((await db.query('select from job_runs')).rows).toHaveLength(0);
    expect((await db.query('select from job_log_parts')).rows).toHaveLength(0);
  });

  it('refuses parts that are too large, out of range, or have control characters', async () => {
    const { record } = await startRunning();
    const bad = [
      ['x'.repeat(131_073), 0] as const,
      ['\u001b[2J', 0] as const,
      ['x', -1] as const,
      ['x', 2 ** 52] as const,
    ];
    for (const [text, at] of bad) await expect(record(text, at)).rejects.toMatchObject({ code: 'validation_error' });
    const ran = { commands: [{ argv: ['\u0007'], runs: 1, elapsedMs: 1 }] };
    await expect(record('', 0, 1, { ran })).rejects.toMatchObject({ code: 'validation_error' });
  });
});

it('a job shows the command lines and versions of the programs that it ran', async () => {
  const { record, jobs, jobId, scope } = await startRunning();
  const ran = {
    programs: [{ name: 'mafft', version: 'v7.505' }],
    commands: [{ argv: ['mafft', '--auto', 'in.fa'], runs: 2, exitCode: 0, elapsedMs: 1_500 }],
    commandsLeftOut: 0,
  };
  await record('', 0, 1, { ran });
  await record('text\n', 0);
  const { attempts } = await jobs.describe({ jobId }, scope);
  expect(attempts).toMatchObject([{ number: 1, ran, logBytes: 5 }]);
});
