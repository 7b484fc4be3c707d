import { type Static, type TSchema, Type } from 'typebox';
import { budget } from './budget.ts';
import { dateTime, nullable, oneOf, ref } from './build.ts';
import { type EventResource, type EventType, eventResources, eventTypes } from './eventTypes.ts';
import { file } from './file.ts';
import { EVENT_TYPES, PROJECT_ID } from './idPatterns.ts';
import { job, jobExample } from './job.ts';
import { project } from './project.ts';
import { workflowRun } from './workflowRun.ts';

const strict = { additionalProperties: false };

/** The run of an event. */
export const eventRun = Type.Object(
  {
    ...Type.Pick(workflowRun, [
      'id',
      'object',
      'project_id',
      'workflow_id',
      'workflow_name',
      'revision_id',
      'revision_number',
      'name',
      'status',
      'pause',
      'error',
    ]).properties,
    attempt_id: nullable(Type.String({ description: 'The last attempt' })),
    ...Type.Pick(workflowRun, ['created_at', 'started_at', 'completed_at']).properties,
  },
  { $id: 'EventWorkflowRun', ...strict },
);

export type PublicEventRun = Static<typeof eventRun>;

/** The project of an event. */
export const eventProject = Type.Object(
  Type.Pick(project, ['id', 'object', 'name', 'description', 'created_at', 'updated_at']).properties,
  { $id: 'EventProject', ...strict },
);

export type PublicEventProject = Static<typeof eventProject>;

/** The budget of an event. */
export const eventBudget = Type.Object(
  {
    ...budget.properties,
    percent: Type.Integer({ description: '80 or 100: the part of the cap that is spent or reserved' }),
  },
  { $id: 'EventBudget', ...strict },
);

const typeNames = Object.keys(eventTypes) as EventType[];

const example = {
  id: 'evt_01kjmma2g0e9dtsezyywpss2bm',
  object: 'event',
  type: 'job.completed',
  created_at: '2026-03-01T12:00:01.020Z',
  resource: { type: 'job', id: 'job_01kjmma2g0e9dtsezyywpss2bm' },
  project_id: null,
  run_id: null,
  data: jobExample,
};

const snapshots = { job, workflow_run: eventRun, file, project: eventProject, budget: eventBudget };

type Snapshot = Static<(typeof snapshots)[EventResource]>;

const snapshot = Type.Unsafe<Snapshot>({
  description: 'The resource as it was after the event, without inputs',
  discriminator: {
    propertyName: 'object',
    mapping: Object.fromEntries(
      Object.entries(snapshots).map(([object, schema]) => [object, `#/components/schemas/${idOf(schema)}`]),
    ),
  },
  oneOf: Object.values(snapshots).map((schema) => ref<TSchema>(schema)),
});

function idOf(schema: TSchema): string {
  return (schema as { $id?: string }).$id!;
}

/** Something that has happened to a resource of the workspace. */
export const event = Type.Object(
  {
    id: Type.String({
      description: 'The same in every response, stream and webhook. Pass it as `after` to go on after this event',
    }),
    object: Type.Literal('event'),
    type: oneOf(typeNames),
    created_at: dateTime(),
    resource: Type.Object(
      { type: oneOf(eventResources), id: Type.String() },
      { ...strict, description: 'The resource to which it happened' },
    ),
    project_id: nullable(Type.String({ description: 'The project in which the resource was' })),
    run_id: nullable(Type.String({ description: 'The workflow run to which the resource belongs' })),
    data: snapshot,
  },
  { $id: 'Event', ...strict, examples: [example] },
);

export type PublicEvent = Static<typeof event>;

/** A page of events. */
export const eventList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(ref(event)),
    has_more: Type.Boolean({
      description: 'More events may follow at once. A page with a filter can be empty although more follow',
    }),
    next_cursor: Type.String({ description: 'Pass as `after` to go on, at once or later' }),
  },
  { $id: 'EventList', ...strict },
);

/** Most events of a page. */
export const MAX_EVENTS = 1_000;

/** Which events a reader wants, and from where on. */
export const eventQuery = {
  after: Type.Optional(
    Type.String({
      maxLength: 200,
      description: '`next_cursor` of a page, the id of an event, or `now` for what happens from now on',
    }),
  ),
  type: Type.Optional(
    Type.String({
      maxLength: 1_000,
      pattern: EVENT_TYPES,
      description: 'Only these types, separated by commas: `job.completed`, or `job.*` for all types of jobs',
    }),
  ),
  project_id: Type.Optional(Type.String({ pattern: PROJECT_ID, description: 'Only events in this project' })),
  run_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only events of this workflow run and of its jobs' }),
  ),
  resource_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only events of this resource' })),
};
