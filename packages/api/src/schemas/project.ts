import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, ref } from './build.ts';

const strict = { additionalProperties: false };

/** Bounds of names and descriptions, in characters. */
const MAX_NAME = 80;
const MAX_DESCRIPTION = 500;

const count = () => Type.Integer({ minimum: 0 });

/** How many resources of each type. */
export const projectCounts = Type.Object(
  {
    jobs: count(),
    files: count(),
    workflows: count(),
    workflow_runs: count(),
    studio_sessions: count(),
    ai_conversations: count(),
  },
  { $id: 'ProjectCounts', ...strict },
);

export type PublicProjectCounts = Static<typeof projectCounts>;

const example = {
  id: 'proj_01kjmma2g0e9dtsezyywpss2bm',
  object: 'project',
  name: 'Lysozyme variants',
  description: null,
  counts: { jobs: 12, files: 30, workflows: 0, workflow_runs: 0, studio_sessions: 0, ai_conversations: 0 },
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
};

/** Groups resources of a workspace; each is in at most one project. */
export const project = Type.Object(
  {
    id: Type.String({ description: 'Ids sort by creation time' }),
    object: Type.Literal('project'),
    name: Type.String(),
    description: nullable(Type.String()),
    counts: ref(projectCounts),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  { $id: 'Project', ...strict, examples: [example] },
);

export type PublicProject = Static<typeof project>;

export const projectList = listOf(project, 'ProjectList');

const name = Type.String({ minLength: 1, maxLength: MAX_NAME });
const description = Type.Optional(
  nullable(Type.String({ maxLength: MAX_DESCRIPTION, description: 'An empty description is the same as none' })),
);

/** Body of `POST /projects`. */
export const projectCreateRequest = Type.Object(
  { name, description },
  { $id: 'ProjectCreateRequest', ...strict, examples: [{ name: 'Lysozyme variants' }] },
);

/** Body of `PATCH /projects/{projectId}`. */
export const projectUpdateRequest = Type.Object(
  { name: Type.Optional(name), description },
  { $id: 'ProjectUpdateRequest', ...strict, minProperties: 1, examples: [{ description: 'Stability of variants' }] },
);
