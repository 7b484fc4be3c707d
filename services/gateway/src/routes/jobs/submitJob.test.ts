import { Fault } from '@rotamer/kit/errors/fault.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { SubmissionKind, type SubmitRequest, SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { submission } from '../../testing/requests.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testProject } from '../../testing/testProjects.ts';

const gateway = await testGateway();
afterAll(gateway.stop);
const project = testProject();
gateway.projects.known.set(project.id, project);
let key: string;

beforeEach(async () => {
  gateway.jobs.calls.length = 0;
  key = gateway.issueKey();
});

function post(payload: unknown, headers: Record<string, string> = {}, url = '/jobs') {
  return gateway.app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { ...bearer(key), 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
}

function submitted(): SubmitRequest[] {
  return gateway.jobs.calls.filter(({ method }) => method === 'submit').map(({ request }) => request as SubmitRequest);
}

describe('POST /jobs', () => {
  it('returns 202 with the job', async () => {
    const answer = await post(submission());
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toMatchObject({ object: 'job', status: 'QUEUED', name: 'Lysozyme', credits_used: 0 });
    expect(answer.json()).not.toHaveProperty('message');
  });

  it('returns Retry-After while the workspace has too many active jobs', async () => {
    const refusal = new Fault(
      'concurrent_job_limit_exceeded',
      'The workspace has reached its limit of 10 active jobs.',
    );
    vi.spyOn(gateway.jobs, 'submit').mockRejectedValueOnce(refusal);
    const answer = await post(submission());
    expect([answer.statusCode, answer.json().error.code]).toEqual([402, refusal.code]);
    expect(answer.headers['retry-after']).toBe('5');
  });

  it('returns 200, the current job and a message for a replay', async () => {
    vi.spyOn(gateway.jobs, 'submit').mockResolvedValueOnce(
      SubmitResponse.fromPartial({ job: testJob(), replayed: true }),
    );
    const answer = await post(submission(), { 'idempotency-key': 'once' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['idempotent-replayed']).toBe('true');
    expect(answer.json()).toMatchObject({ object: 'job', message: expect.stringContaining('idempotency key') });
  });

  it('returns 202 for a submission without a key that only the gateway repeated', async () => {
    vi.spyOn(gateway.jobs, 'submit').mockResolvedValueOnce(
      SubmitResponse.fromPartial({ job: testJob(), replayed: true }),
    );
    const answer = await post(submission());
    expect(answer.statusCode).toBe(202);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    expect(answer.json()).not.toHaveProperty('message');
  });

  it('passes on a refusal with all its fields', async () => {
    const fault = new Fault('price_changed', 'It costs 3 credits now.', { details: { quoted: 3, max: 2 } });
    vi.spyOn(gateway.jobs, 'submit').mockRejectedValueOnce(fault);
    const answer = await post(submission({ max_quoted_credits: 2 }));
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toMatchObject({ code: 'price_changed', details: { quoted: 3, max: 2 } });
  });

  it('is not cancelled when the client disconnects', async () => {
    await post(submission());
    expect(gateway.jobs.calls.at(-1)?.scope).toMatchObject({ signal: undefined, caller: { workspaceId: 'ws_1' } });
  });
});

describe('the submission id', () => {
  it('depends only on workspace and key, from either header', async () => {
    await post(submission(), { 'idempotency-key': 'a key?~' });
    await post(submission({ name: 'Other' }), { 'idempotency-key': 'akey' });
    await post(submission(), { 'x-idempotency-key': 'akey' });
    await post(submission(), { 'x-idempotency-key': 'akey', 'idempotency-key': 'akey' });
    await post(submission(), { 'idempotency-key': 'other' });
    const ids = submitted().map(({ submissionId }) => submissionId);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[1]).toBe(ids[2]);
    expect(ids[3]).not.toBe(ids[0]);
    expect(submitted().every(({ kind }) => kind === SubmissionKind.KEYED)).toBe(true);
  });

  it('differs between workspaces', async () => {
    await post(submission(), { 'idempotency-key': 'akey' });
    key = gateway.issueKey({ workspaceId: 'ws_2' });
    await post(submission(), { 'idempotency-key': 'akey' });
    expect(submitted()[0]!.submissionId).not.toBe(submitted()[1]!.submissionId);
  });

  it('is random without a key', async () => {
    await post(submission());
    await post(submission());
    const [one, other] = submitted();
    expect(one!.submissionId).not.toBe(other!.submissionId);
    expect(one!.kind).toBe(SubmissionKind.UNKEYED);
  });

  it.each([
    [{ 'idempotency-key': '' }, 'Idempotency-Key'],
    [{ 'idempotency-key': 'a'.repeat(256) }, 'Idempotency-Key'],
    [{ 'idempotency-key': 'with space' }, 'Idempotency-Key'],
    [{ 'x-idempotency-key': 'tab\there' }, 'X-Idempotency-Key'],
    [{ 'x-idempotency-key': 'one', 'idempotency-key': 'other' }, 'X-Idempotency-Key'],
  ])('refuses the headers %j', async (headers, path) => {
    const answer = await post(submission(), headers as Record<string, string>);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain(path);
    expect(submitted()).toEqual([]);
  });
});

describe('the request to the jobs service', () => {
  it('has aliases resolved and credit caps cut to what the ledger can hold', async () => {
    await post(
      submission(
        {
          settings: { charge_ph: 7.4 },
          project_id: project.id,
          max_quoted_credits: Number.MAX_SAFE_INTEGER,
          billing: { maxReservedCredits: 1e300 },
        },
        {
          source: { type: 'file', fileId: 'file_1', fileName: 'a.fasta' },
          content: undefined,
          copies: 2,
          modifications: [{ position: 3, ccd: 'SEP' }],
          msa: { content: '>a\nM' },
          chainId: 'A',
          metadata: { from: 'lab' },
        },
      ),
    );
    expect(submitted()[0]).toMatchObject({
      tool: 'protein-properties',
      settingsJson: '{"charge_ph":7.4}',
      projectId: project.id,
      maxQuotedMillicredits: 9e15,
      maxReservedMillicredits: 9e15,
      inputs: [
        {
          slotId: 'sequences',
          source: { source: { $case: 'file', value: { fileId: 'file_1', fileName: 'a.fasta' } } },
          content: undefined,
          copies: 2,
          modifications: [{ position: 3, ccd: 'SEP' }],
          msa: { content: '>a\nM' },
          chainId: 'A',
          metadataJson: '{"from":"lab"}',
        },
      ],
    });
  });

  it('distinguishes an empty content from none', async () => {
    await post(submission({}, { content: '' }));
    expect(submitted()[0]!.inputs[0]!.content).toBe('');
  });
});
