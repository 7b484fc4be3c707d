/** What an API key may be allowed. */
export const scopes = [
  'jobs:read',
  'jobs:write',
  'files:read',
  'files:write',
  'projects:read',
  'projects:write',
] as const;

export type Scope = (typeof scopes)[number];

/** A user's role in a workspace, each including the ones before it. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** Who may use a route. */
export interface Access {
  scope: Scope;
  /** The least role. */
  role: Role;
  /** Scope that a body with a non-null `project_id` needs in addition. */
  withProject?: Scope;
  /** Scope that a body with a saved file as input needs in addition. */
  withSavedFile?: Scope;
}

const read: Access = { scope: 'jobs:read', role: 'viewer' };
const write: Access = { scope: 'jobs:write', role: 'member' };

/** Every operation of the public API that needs a key. A route that is not here does not start. */
export const policy = {
  getAccount: read,
  listTools: read,
  getTool: read,
  quoteJob: write,
  submitJob: { ...write, withProject: 'projects:write', withSavedFile: 'files:read' },
  listJobs: read,
  getJobStatus: read,
  streamJobEvents: read,
  getJobSharing: read,
  updateJobSharing: write,
  cancelJob: write,
  retryJob: write,
  getResult: read,
  getResultItem: read,
  uploadFile: { scope: 'files:write', role: 'member', withProject: 'projects:write' },
  listFiles: { scope: 'files:read', role: 'viewer' },
  getFile: { scope: 'files:read', role: 'viewer' },
  // Whose files a member may delete, files decides.
  deleteFile: { scope: 'files:write', role: 'member' },
} as const satisfies Record<string, Access>;

/** An operation of the public API; `public` is one that needs no key. */
export type Operation = keyof typeof policy;

/** Whether a role includes another. */
export function hasRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** The first scope that a request needs and its key lacks. Works on a body that nobody has validated yet. */
export function missingScope(access: Access, granted: readonly string[], body?: unknown): Scope | undefined {
  const needed: (Scope | undefined)[] = [
    access.scope,
    namesProject(body) ? access.withProject : undefined,
    namesSavedFile(body) ? access.withSavedFile : undefined,
  ];
  return needed.find((scope) => scope !== undefined && !granted.includes(scope));
}

function namesProject(body: unknown): boolean {
  const project = (body as { project_id?: unknown } | null | undefined)?.project_id;
  return project !== undefined && project !== null;
}

function namesSavedFile(body: unknown): boolean {
  const inputs = (body as { input?: { inputs?: unknown } | null } | null | undefined)?.input?.inputs;
  return Array.isArray(inputs) && inputs.some((input) => input?.source?.file_id ?? input?.source?.fileId);
}
