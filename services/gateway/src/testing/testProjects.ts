import { projectDeletedFault } from '@rotamer/domain/membership/places.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { DeletionMode, DeletionStatus, Project, ProjectDeletion } from '@rotamer/proto/projects/v1/project.ts';
import {
  AssignResponse,
  type CountedProject,
  ListProjectsResponse,
  ProjectCounts,
} from '@rotamer/proto/projects/v1/projects.ts';
import type { Projects } from '../clients/clients.ts';

/** A projects service in memory that answers every call and records its requests. */
export interface TestProjects extends Projects {
  /** Projects by id. */
  known: Map<string, Project>;
  /** Deletions by id. */
  deletions: Map<string, ProjectDeletion>;
  /** Projects that are being deleted, by id. */
  closed: Set<string>;
  calls: { method: string; request: unknown; scope: unknown }[];
}

const createdAt = new Date('2026-03-01T12:00:00.000Z');

/** A project as the projects service returns it. */
export function testProject(fields: Partial<Project> = {}): Project {
  return Project.fromPartial({
    id: newId('proj', createdAt),
    workspaceId: 'ws_1',
    name: 'Lysozyme variants',
    createdAt,
    updatedAt: createdAt,
    version: 1,
    ...fields,
  });
}

/** A deletion that waits for its first attempt. */
export function testDeletion(fields: Partial<ProjectDeletion> = {}): ProjectDeletion {
  return ProjectDeletion.fromPartial({
    id: newId('pdel', createdAt),
    workspaceId: 'ws_1',
    projectId: newId('proj', createdAt),
    projectName: 'Lysozyme variants',
    mode: DeletionMode.UNASSIGN,
    status: DeletionStatus.PENDING,
    nextAttemptAt: createdAt,
    createdAt,
    updatedAt: createdAt,
    ...fields,
  });
}

export function testProjects(): TestProjects {
  const known: TestProjects['known'] = new Map();
  const deletions: TestProjects['deletions'] = new Map();
  const closed: TestProjects['closed'] = new Set();
  const counted = (project: Project): CountedProject => ({ project, counts: ProjectCounts.fromPartial({ jobs: 2 }) });
  /** Like the projects service: a project of another workspace is not found. */
  const find = (projectId = '', scope?: CallScope) => {
    const project = known.get(projectId);
    if (project?.workspaceId !== scope?.caller?.workspaceId) throw notFound('project');
    return project!;
  };
  const findDeletion = (deletionId = '', scope?: CallScope) => {
    const deletion = deletions.get(deletionId);
    if (deletion?.workspaceId !== scope?.caller?.workspaceId) throw notFound('project deletion');
    return deletion!;
  };
  const answers: Projects = {
    create: async ({ name, description }, scope) => {
      const project = testProject({ workspaceId: scope!.caller!.workspaceId, name, description });
      known.set(project.id, project);
      return counted(project);
    },
    get: async ({ projectId }, scope) => counted(find(projectId, scope)),
    listNames: async () => ({
      projects: [...known.values()].map(({ id, name }) => ({ id, name, deleted: false })),
    }),
    list: async () => ListProjectsResponse.fromPartial({ projects: [...known.values()].map(counted) }),
    update: async ({ projectId, name, description }, scope) => {
      const project = find(projectId, scope);
      return counted({ ...project, name: name ?? project.name, description: description || undefined });
    },
    checkOpen: async ({ projectId }, scope) => {
      find(projectId, scope);
      if (closed.has(projectId!)) throw projectDeletedFault();
      return {};
    },
    assign: async ({ targetProjectId }, scope) => {
      const target = targetProjectId === undefined ? undefined : find(targetProjectId, scope);
      return AssignResponse.fromPartial({ target, counts: { jobs: 1 }, linkedFiles: 2 });
    },
    delete: async ({ projectId, mode, targetProjectId }, scope) => {
      const { name: projectName } = find(projectId, scope);
      if (targetProjectId !== undefined) find(targetProjectId, scope);
      return testDeletion({ projectId, projectName, mode, targetProjectId });
    },
    getDeletion: async ({ deletionId }, scope) => findDeletion(deletionId, scope),
    retryDeletion: async ({ deletionId }, scope) => findDeletion(deletionId, scope),
  };
  const calls: TestProjects['calls'] = [];
  for (const [method, answer] of Object.entries(answers)) {
    Object.assign(answers, {
      [method]: (request: never, scope: never) => {
        calls.push({ method, request, scope });
        return answer(request, scope);
      },
    });
  }
  return Object.assign(answers, { known, deletions, closed, calls });
}
