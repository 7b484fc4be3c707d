import { type Static, Type } from 'typebox';
import { nullable, oneOf, ref } from './build.ts';
import { projectCounts } from './project.ts';

const strict = { additionalProperties: false };

/** Longer than any id. */
export const MAX_ID = 128;

export const resourceTypes = ['job', 'file', 'workflow', 'workflow_run', 'studio_session', 'ai_conversation'] as const;

const example = {
  target_project_id: 'proj_01kjmma2g0e9dtsezyywpss2bm',
  resources: [{ type: 'job', ids: ['job_01kjmma2g0e9dtsezyywpss2bm'] }],
  move_linked_files: true,
};

/** Body of `POST /projects/assignments`. */
export const projectAssignmentRequest = Type.Object(
  {
    target_project_id: nullable(
      Type.String({ maxLength: MAX_ID, description: 'null takes the resources out of their projects' }),
    ),
    resources: Type.Array(
      Type.Object(
        {
          type: oneOf(resourceTypes),
          ids: Type.Array(Type.String({ maxLength: MAX_ID }), { minItems: 1, maxItems: 500 }),
        },
        strict,
      ),
      { minItems: 1, maxItems: 6 },
    ),
    move_linked_files: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Also moves saved files that are inputs or outputs of the moved jobs',
      }),
    ),
  },
  { $id: 'ProjectAssignmentRequest', ...strict, examples: [example] },
);

export type ProjectAssignmentRequestBody = Static<typeof projectAssignmentRequest>;

/** What an assignment moved. */
export const projectAssignment = Type.Object(
  {
    object: Type.Literal('project_assignment'),
    target_project: Type.Unsafe<{ id: string; name: string } | null>({
      type: ['object', 'null'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      required: ['id', 'name'],
      additionalProperties: false,
    }),
    counts: ref(projectCounts),
    linked_file_count: Type.Integer({ minimum: 0, description: 'Saved files that moved with their jobs' }),
  },
  { $id: 'ProjectAssignment', ...strict },
);

export type PublicProjectAssignment = Static<typeof projectAssignment>;
