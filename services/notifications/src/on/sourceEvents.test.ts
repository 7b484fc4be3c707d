import { eventTypes, resourceOf } from '@rotamer/api/schemas/eventTypes.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { FileEvent, FileEventType } from '@rotamer/proto/files/v1/file.ts';
import { JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { ProjectEvent, ProjectEventType } from '@rotamer/proto/projects/v1/project.ts';
import { PauseReason, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import { expect, it } from 'vitest';
import type { NewEvent } from '../feed/newEvent.ts';
import { sources } from './sourceEvents.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const envelope = { eventId: 'evt_1', workspaceId: 'ws_1', occurredAt: at };
const owned = { workspaceId: 'ws_1', projectId: 'proj_1', createdAt: at, updatedAt: at };

/** The real value of an enum, without those that stand for no value. */
const valuesOf = (words: Record<string, string>) =>
  Object.entries(words).flatMap(([name, value]) => (name.startsWith('UN') ? [] : [value]));

const runOf = (reason: PauseReason) => ({
  ...owned,
  id: 'run_1',
  version: 3,
  attempts: [{ id: 'att_1', pause: { reason } }],
});

/** Every event that the services can publish, by topic. */
const published: Record<string, { type: string; value: Uint8Array }[]> = {
  'jobs.events.v1': valuesOf(JobEventType).map((type) => {
    const job = { ...owned, id: 'job_1', version: 2, runId: 'run_1', tool: 'protein-properties' };
    return { type, value: JobEvent.encode(JobEvent.fromPartial({ ...envelope, type: type as never, job })).finish() };
  }),
  'workflows.events.v1': [PauseReason.CURATION, PauseReason.MAX_CREDITS].flatMap((reason) =>
    valuesOf(RunEventType).map((type) => {
      const event = RunEvent.fromPartial({ ...envelope, type: type as never, run: runOf(reason) });
      return { type, value: RunEvent.encode(event).finish() };
    }),
  ),
  'files.events.v1': valuesOf(FileEventType).map((type) => {
    const event = FileEvent.fromPartial({ ...envelope, type: type as never, file: { ...owned, id: 'file_1' } });
    return { type, value: FileEvent.encode(event).finish() };
  }),
  'projects.events.v1': valuesOf(ProjectEventType).map((type) => {
    const event = ProjectEvent.fromPartial({ ...envelope, type: type as never, project: { ...owned, id: 'proj_1' } });
    return { type, value: ProjectEvent.encode(event).finish() };
  }),
  'billing.events.v1': valuesOf(BillingEventType).flatMap((type) =>
    [BudgetScope.PROJECT, BudgetScope.MEMBER].map((scope) => {
      const budget = { id: 'bud_1', scope, subjectId: `subject of ${scope}`, period: BudgetPeriod.DAY };
      const event = BillingEvent.fromPartial({
        ...envelope,
        type: type as never,
        budgetWarning: { percent: 80, budget },
      });
      return { type, value: BillingEvent.encode(event).finish() };
    }),
  ),
};

const presented: NewEvent[] = sources.flatMap(({ topic, types, present }) =>
  published[topic]!.filter(({ type }) => types.has(type)).map(({ value }) => present(value)!),
);

it('has a source for every public type, and presents no other type', () => {
  expect(new Set(presented.map(({ type }) => type))).toEqual(new Set(Object.keys(eventTypes)));
});

it('keeps id, workspace and time of the source, and shows the resource of the type', () => {
  for (const event of presented) {
    expect(event).toMatchObject({
      id: 'evt_1',
      workspaceId: 'ws_1',
      createdAt: at,
      resourceType: resourceOf(event.type),
    });
    expect(event.data).toMatchObject({ object: event.resourceType, id: event.resourceId });
    expect(event.version).toBeGreaterThanOrEqual(0);
  }
});

it('presents nothing for progress, claims and waiting', () => {
  const present = sources.find(({ topic }) => topic === 'jobs.events.v1')!.present;
  const hidden = [JobEventType.PROGRESSED, JobEventType.CLAIMED, JobEventType.QUEUED, JobEventType.EXTENDED];
  for (const { type, value } of published['jobs.events.v1']!)
    if (hidden.includes(type as never)) expect(present(value)).toBeUndefined();
});

it('says which project and run an event belongs to, and for whom a budget is', () => {
  const of = (type: string) => presented.filter((event) => event.type === type);
  expect(of('job.started')[0]).toMatchObject({ projectId: 'proj_1', runId: 'run_1' });
  expect(of('workflow_run.waiting_for_review')[0]).toMatchObject({ projectId: 'proj_1', runId: 'run_1' });
  expect(of('budget.warning').map(({ projectId, audience }) => [projectId, audience])).toEqual([
    [`subject of ${BudgetScope.PROJECT}`, undefined],
    [undefined, `subject of ${BudgetScope.MEMBER}`],
  ]);
});
