import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import { MembersDefinition } from '@rotamer/proto/projects/v1/members.ts';
import { DeletionMode } from '@rotamer/proto/projects/v1/project.ts';
import { expect, it } from 'vitest';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

const inputData = { proteins: { method: { $case: 'text' as const, value: { textContent: '>a\nMKV\n' } } } };

it('finds the run of an earlier start by its id and body, and starts no run', async () => {
  const { workflows, published, user, ask, db } = await startWorkflows();
  const { workflowId, workspaceId, scope } = await published(thin);
  const projectId = newId('proj', new Date());
  const request = { submissionId: randomUUID(), workflowId, projectId, projectGiven: true, inputData };
  await expect(workflows.findSubmission(request, scope)).rejects.toMatchObject({ code: 'not_found' });

  const { run } = await workflows.start(request, scope);
  const runId = run!.run!.id;
  expect(await workflows.findSubmission(request, scope)).toMatchObject({ run: { run: { id: runId } }, replayed: true });
  const reused = { code: 'conflict', details: { reason: 'idempotency_key_reused' } };
  await expect(workflows.findSubmission({ ...request, name: 'Other' }, scope)).rejects.toMatchObject(reused);
  await expect(workflows.findSubmission(request, user().scope)).rejects.toMatchObject(reused);

  // The project was deleted, and the run was moved out of it.
  const closing = { workspaceId, seq: 1, projectId, mode: DeletionMode.UNASSIGN };
  await ask(MembersDefinition, 'projects').closeProject(closing);
  const answer = await workflows.findSubmission(request, scope);
  expect(answer.run!.run).toMatchObject({ id: runId, projectId: undefined });
  expect((await db.query('select from runs')).rowCount).toBe(1);
});
