import { List } from '../http/list.ts';
import type { CallOptions, RequestOptions, Transport } from '../http/transport.ts';
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

  list(filter: { limit?: number } = {}, options: CallOptions = {}): List<Project> {
    return new List(this.#transport, '/projects', { ...filter }, options);
  }

  create(body: { name: string; description?: string | null }, options: CallOptions = {}): Promise<Project> {
    return this.#send('POST', '/projects', { ...options, body, object: 'project' });
  }

  get(projectId: string, options: CallOptions = {}): Promise<Project> {
    return this.#send('GET', pathOf(projectId), { ...options, object: 'project' });
  }

  update(
    projectId: string,
    body: { name?: string; description?: string | null },
    options: CallOptions = {},
  ): Promise<Project> {
    return this.#send('PATCH', pathOf(projectId), { ...options, body, repeat: 'safe', object: 'project' });
  }

  /** Moves resources to a project, or out of their projects: all of them or none. Repeating it changes nothing. */
  assign(body: ProjectAssignmentRequest, options: CallOptions = {}): Promise<ProjectAssignment> {
    return this.#send('POST', '/projects/assignments', {
      ...options,
      body,
      repeat: 'safe',
      object: 'project_assignment',
    });
  }

  /** Begins to delete a project. `mode` decides what happens to its contents. */
  delete(projectId: string, body: ProjectDeletionRequest, options: CallOptions = {}): Promise<ProjectDeletion> {
    return this.#send('DELETE', pathOf(projectId), { ...options, body, repeat: 'once', object: 'project_deletion' });
  }

  deletion(deletionId: string, options: CallOptions = {}): Promise<ProjectDeletion> {
    const path = `/project-deletions/${encodeURIComponent(deletionId)}`;
    return this.#send('GET', path, { ...options, object: 'project_deletion' });
  }

  /** Retries a failed deletion. */
  retryDeletion(deletionId: string, options: CallOptions = {}): Promise<ProjectDeletion> {
    const path = `/project-deletions/${encodeURIComponent(deletionId)}/retry`;
    return this.#send('POST', path, { ...options, object: 'project_deletion' });
  }

  async #send<Body>(method: string, path: string, options: RequestOptions): Promise<Body> {
    return (await this.#transport.request<Body>(method, path, options)).body;
  }
}

function pathOf(projectId: string): string {
  return `/projects/${encodeURIComponent(projectId)}`;
}
