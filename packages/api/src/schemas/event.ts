import { type Static, Type } from 'typebox';
import { budget } from './budget.ts';
import { nullable } from './build.ts';
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
