import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { projectList } from '../../schemas/project.ts';

const query = Type.Object(cursorQuery, { additionalProperties: false });

/** GET /projects: newest first. */
export const listProjects = operation({
  id: 'listProjects',
  method: 'GET',
  path: '/projects',
  access: { scope: 'projects:read', role: 'viewer', limited: 'handler' },
  tag: 'Projects',
  summary: 'List projects, newest first',
  query,
  responses: { 200: { body: ref(projectList) } },
  errors: [],
  sample: {
    call: 'projects.list',
    cli: 'projects list',
    shown: { as: 'project', fields: ['id', 'name'], isList: true },
  },
});
