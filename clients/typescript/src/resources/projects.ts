import { List } from '../http/list.ts';
import type { Transport } from '../http/transport.ts';
import type {
  Project,
  ProjectAssignment,
  ProjectAssignmentRequest,
  ProjectDeletion,
  ProjectDeletionRequest,
} from './projectTypes.ts';

/** Projects group jobs, files, workflows and runs. */
export class Projects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options: { limit?: number } = {}): List<Project> {
    return new List(this.#transport, '/projects', { ...options });
  }

  async create(body: { name: string; description?: string | null }): Promise<Project> {
    return (await this.#transport.request<Project>('POST', '/projects', { body })).body;
  }

  async get(projectId: string): Promise<Project> {
    return (await this.#transport.request<Project>('GET', pathOf(projectId))).body;
  }

  async update(projectId: string, body: { name?: string; description?: string | null }): Promise<Project> {
    return (await this.#transport.request<Project>('PATCH', pathOf(projectId), { body })).body;
  }

  /** Moves resources to a project, or out of every project: all of them or none. Repeating it changes nothing. */
  async assign(body: ProjectAssignmentRequest): Promise<ProjectAssignment> {
    return (await this.#transport.request<ProjectAssignment>('POST', '/projects/assignments', { body, repeat: 'safe' }))
      .body;
  }

  /** Begins to delete a project; `mode` says what becomes of its contents. */
  async delete(projectId: string, body: ProjectDeletionRequest): Promise<ProjectDeletion> {
    return (await this.#transport.request<ProjectDeletion>('DELETE', pathOf(projectId), { body, repeat: 'once' })).body;
  }

  async deletion(deletionId: string): Promise<ProjectDeletion> {
    return (
      await this.#transport.request<ProjectDeletion>('GET', `/project-deletions/${encodeURIComponent(deletionId)}`)
    ).body;
  }

  /** Tries a failed deletion again. */
  async retryDeletion(deletionId: string): Promise<ProjectDeletion> {
    const path = `/project-deletions/${encodeURIComponent(deletionId)}/retry`;
    return (await this.#transport.request<ProjectDeletion>('POST', path)).body;
  }
}

function pathOf(projectId: string): string {
  return `/projects/${encodeURIComponent(projectId)}`;
}
