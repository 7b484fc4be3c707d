import type { ProjectDeletionRequest } from '@rotamer/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterOf, nextOf } from '../http/cursors.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { OneProjectPage } from './OneProjectPage.tsx';
import { ProjectsPage } from './ProjectsPage.tsx';

type OfProject = FastifyRequest<{ Params: { projectId: string } }>;

/** Projects of one page, and most jobs, runs and files on the page of a project. */
const PAGE = 50;
const SHOWN = 10;

/** GET /w/{workspace}/projects: the projects. GET …/projects/{projectId}: one with its contents. POST creates, changes and deletes. */
export function projects(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/projects', async (request, reply) => {
    const { api, site } = visit(request);
    const { deletion } = request.query as { deletion?: unknown };
    const [frame, list, deleting] = await Promise.all([
      site('projects'),
      api.projects.list({ limit: PAGE }).page(afterOf(request.query)),
      typeof deletion === 'string' ? api.projects.deletion(deletion) : undefined,
    ]);
    const page = <ProjectsPage projects={list.data} deleting={deleting} next={nextOf(list)} />;
    return sendPage(reply, frame, 'Projects', page);
  });

  app.get('/w/:workspace/projects/:projectId', async (request: OfProject, reply) => {
    const { api, site } = visit(request);
    const { projectId } = request.params;
    const filter = { project_id: projectId, limit: SHOWN };
    // The project is read first: one that does not exist is not a mistake in a filter.
    const project = await api.projects.get(projectId);
    const [frame, jobs, runs, files, others] = await Promise.all([
      site('projects'),
      api.jobs.list(filter).page(),
      api.runs.list(filter).page(),
      api.files.list(filter).page(),
      api.projects.list({ limit: PAGE }).page(),
    ]);
    const content = { jobs: jobs.data, runs: runs.data, files: files.data };
    const targets = others.data.filter(({ id }) => id !== projectId);
    const page = <OneProjectPage project={project} {...content} targets={targets} />;
    return sendPage(reply, frame, project.name, page);
  });

  postForm(app, visit, 'projects', async ({ api, field }) => {
    const { id } = await api.projects.create({ name: field('name'), description: field('description') || null });
    return `projects/${id}`;
  });

  postForm(app, visit, 'projects/:projectId/change', async ({ api, field, params: { projectId = '' } }) => {
    await api.projects.update(projectId, { name: field('name'), description: field('description') || null });
    return `projects/${projectId}`;
  });

  postForm(app, visit, 'projects/:projectId/delete', async ({ api, field, params: { projectId = '' } }) => {
    const mode = field('mode') as ProjectDeletionRequest['mode'];
    const target = field('target');
    const wanted = { mode, ...(mode === 'move' && { target_project_id: target }) } as ProjectDeletionRequest;
    const { id } = await api.projects.delete(projectId, wanted);
    return `projects?deletion=${id}`;
  });

  postForm(app, visit, 'projects/retry-deletion', async ({ api, field }) => {
    const { id } = await api.projects.retryDeletion(field('id'));
    return `projects?deletion=${id}`;
  });
}
