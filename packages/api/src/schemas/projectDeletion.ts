import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf } from './build.ts';
import { MAX_ID } from './projectAssignment.ts';

const strict = { additionalProperties: false };

export const deletionModes = ['move', 'unassign', 'delete_contents'] as const;

const mode = oneOf(
  deletionModes,
  'What becomes of the contents. move: they go to the target project. unassign: they stay, without a project. delete_contents: they are deleted, active jobs cancelled first; requires the role admin',
);

/** Body of `DELETE /projects/{projectId}`. Its fields may be sent in the query instead. */
export const projectDeletionRequest = Type.Object(
  {
    mode,
    target_project_id: Type.Optional(
      Type.String({ maxLength: MAX_ID, description: 'Required for the mode move, refused for the others' }),
    ),
  },
  { $id: 'ProjectDeletionRequest', ...strict, examples: [{ mode: 'unassign' }] },
);

export type ProjectDeletionRequestBody = Static<typeof projectDeletionRequest>;

const example = {
  id: 'pdel_01kjmma2g0e9dtsezyywpss2bm',
  object: 'project_deletion',
  project_id: 'proj_01kjmma2g0e9dtsezyywpss2bm',
  project_name: 'Lysozyme variants',
  mode: 'unassign',
  target_project_id: null,
  status: 'pending',
  error: null,
  attempt_count: 0,
  next_attempt_at: '2026-03-01T12:00:00.000Z',
  retryable: false,
  created_at: '2026-03-01T12:00:00.000Z',
  started_at: null,
  completed_at: null,
  updated_at: '2026-03-01T12:00:00.000Z',
};

/** The deletion of a project, which runs in the background. */
export const projectDeletion = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('project_deletion'),
    project_id: nullable(Type.String({ description: 'null after the project was deleted' })),
    project_name: Type.String(),
    mode,
    target_project_id: nullable(Type.String()),
    status: oneOf(['pending', 'processing', 'completed', 'failed']),
    error: nullable(Type.String({ description: 'Why the last attempt did not complete' })),
    attempt_count: Type.Integer({ minimum: 0 }),
    next_attempt_at: nullable(dateTime()),
    retryable: Type.Boolean({ description: 'Whether the deletion failed and can be retried' }),
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
    updated_at: dateTime(),
  },
  { $id: 'ProjectDeletion', ...strict, examples: [example] },
);

export type PublicProjectDeletion = Static<typeof projectDeletion>;
