import type { Client } from './client.ts';
import type { Project, ProjectAssignment, ProjectDeletion } from './resources.ts';
import { waitFor } from './waitFor.ts';

export interface DeletionRequest {
  mode: ProjectDeletion['mode'];
  target_project_id?: string;
}

export async function newProject(client: Client, name = 'Variants'): Promise<Project> {
  return (await client.post<Project>('/projects', { name })).body;
}

export async function readProject(client: Client, { id }: { id: string }): Promise<Project> {
  return (await client.get<Project>(`/projects/${id}`)).body;
}

/** The resources that an assignment moves. */
export interface Assigned {
  jobs?: string[];
  files?: string[];
  workflows?: string[];
  runs?: string[];
  /** Whether the files of the jobs are moved too. */
  linked?: boolean;
}

/** Moves resources into a project, or out of their project if it is null. */
export async function assign(
  client: Client,
  target: { id: string } | null,
  { jobs = [], files = [], workflows = [], runs = [], linked }: Assigned,
) {
  const groups = [
    { type: 'job', ids: jobs },
    { type: 'file', ids: files },
    { type: 'workflow', ids: workflows },
    { type: 'workflow_run', ids: runs },
  ];
  return client.post<ProjectAssignment>('/projects/assignments', {
    target_project_id: target?.id ?? null,
    resources: groups.filter(({ ids }) => ids.length > 0),
    move_linked_files: linked,
  });
}

/** Deletes a project. Returns the deletion once it is completed. */
export async function deletedProject(
  client: Client,
  { id }: { id: string },
  { mode, target_project_id }: DeletionRequest,
  timeoutMs?: number,
): Promise<ProjectDeletion> {
  const query = new URLSearchParams({ mode, ...(target_project_id && { target_project_id }) });
  const { body: begun } = await client.send<ProjectDeletion>('DELETE', `/projects/${id}?${query}`);
  const isCompleted = async () => {
    const { body } = await client.get<ProjectDeletion>(`/project-deletions/${begun.id}`);
    return body.status === 'completed' && body;
  };
  return waitFor(`the deletion of ${id}`, isCompleted, { timeoutMs });
}
