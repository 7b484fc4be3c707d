import { describe, expect, it } from 'vitest';
import { operations } from '../operations.ts';
import { targetOf } from '../schemas/build.ts';

const changing = operations.filter(({ method }) => method !== 'GET');
const recorded = operations.flatMap(({ audit, ...operation }) => (audit ? [{ ...operation, audit }] : []));

/** Why the audit log does not record an operation that is not a GET. */
const unrecorded: Record<string, string> = {
  submitJob: 'a submission: the job and its transfers name user and key',
  createBatch: 'a submission',
  retryBatch: 'goes on with a submission',
  quoteBatch: 'changes nothing',
  rerunJob: 'a submission',
  retryFailedJobs: 'submissions',
  startWorkflowRun: 'a submission',
  rerunWorkflowRun: 'a submission',
  retryJob: 'goes on with a submission',
  retryWorkflowRun: 'goes on with a submission',
  saveResultItem: 'adds content, and takes nothing away',
  uploadFile: 'adds content, and takes nothing away',
  fetchFile: 'adds content, and takes nothing away',
  quoteJob: 'changes nothing',
  quoteRerun: 'changes nothing',
  quoteWorkflowRun: 'changes nothing',
  quoteRestOfRun: 'changes nothing',
  validateWorkflow: 'changes nothing',
  updateSession: 'moves only later requests of the same session',
  startDeviceAuthorization: 'nobody is known yet',
  createDeviceToken: 'has no credential: its handler records the sign-in',
};

function fieldsOf(body: object | undefined): string[] {
  const { properties = {} } = ((body && targetOf(body)) ?? {}) as { properties?: object };
  return Object.keys(properties);
}

describe('the audit log', () => {
  it('records every operation that changes something, with exceptions that have a reason', () => {
    const without = changing.filter(({ audit }) => !audit).map(({ id }) => id);
    expect(without.sort()).toEqual(Object.keys(unrecorded).sort());
  });

  it('records only operations that need a credential and change something', () => {
    for (const { id, method, access } of recorded) {
      expect(method, id).not.toBe('GET');
      expect(access, id).not.toBe('public');
    }
  });

  it.each(recorded)('finds what it records about $id where the contract says', ({ audit, path, responses }) => {
    const { id, facts = [] } = audit;
    if ('param' in id) expect(path).toContain(`{${id.param}}`);
    const named = [...facts, ...('response' in id ? [id.response] : [])];
    const fields = Object.values(responses).flatMap(({ body }) => fieldsOf(body));
    for (const name of named) expect(fields).toContain(name);
  });

  it('names no field that has free text, a secret or an address', () => {
    const facts = recorded.flatMap(({ audit }) => audit.facts ?? []);
    for (const name of ['name', 'description', 'note', 'email', 'secret', 'key', 'token', 'invites'])
      expect(facts).not.toContain(name);
  });
});
