/** The scopes of version 1 of the API, which an operator's new key has by default. */
export const resourceScopes = [
  'jobs:read',
  'jobs:write',
  'files:read',
  'files:write',
  'projects:read',
  'projects:write',
] as const;

/** Scopes that only admins and owners can use. */
export const adminScopes = ['webhooks:read', 'webhooks:write'] as const;

/** The scopes an API key may have. Those of the workspace are about its people, keys and money. */
export const scopes = [...resourceScopes, 'workspace:read', 'workspace:write', ...adminScopes] as const;

export type Scope = (typeof scopes)[number];

/** The roles of a user in a workspace. Each role includes the ones before it. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/**
 * How a key that is limited to projects may use an operation.
 *
 * - `always`: the operation touches nothing in a project.
 * - `named`: resources in the path, and the project and saved files in query and body, must be in a project of the key.
 * - `project`: as `named`, and query or body must name a project.
 * - `handler`: the handler of the operation knows the limit.
 */
export type LimitedUse = 'always' | 'named' | 'project' | 'handler';

/** Who may use an operation. */
export interface Access {
  /** Undefined for an operation on the credential itself, which needs no scope. */
  scope?: Scope;
  /** The minimum role. */
  role: Role;
  /** The scope that a body with a non-null `project_id` needs in addition. */
  withProject?: Scope;
  /** The scope that a body with any `project_id`, including null, needs in addition. */
  withAnyProject?: Scope;
  /** The scope that a body with a saved file as input needs in addition. */
  withSavedFile?: Scope;
  /** Also for workspaces without a paid plan: people there can still sign out, and change to another workspace. */
  onAnyPlan?: true;
  /** How a key that is limited to projects may use the operation. Without it such a key is refused. */
  limited?: LimitedUse;
}

/** Returns whether a role includes another. */
export function hasRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** Returns the first scope that a request needs and its key lacks. The body need not be validated yet. */
export function missingScope(access: Access, granted: readonly string[], body?: unknown): Scope | undefined {
  const needed: (Scope | undefined)[] = [
    access.scope,
    namesProject(body) ? access.withProject : undefined,
    hasProject(body) ? access.withAnyProject : undefined,
    namesSavedFile(body) ? access.withSavedFile : undefined,
  ];
  return needed.find((scope) => scope !== undefined && !granted.includes(scope));
}

function namesProject(body: unknown): boolean {
  const project = (body as { project_id?: unknown } | null | undefined)?.project_id;
  return project !== undefined && project !== null;
}

function hasProject(body: unknown): boolean {
  return (body as { project_id?: unknown } | null | undefined)?.project_id !== undefined;
}

function namesSavedFile(body: unknown): boolean {
  const { input, input_data } = (body ?? {}) as { input?: { inputs?: unknown } | null; input_data?: unknown };
  if (typeof (body as { file_id?: unknown } | null)?.file_id === 'string') return true;
  if (submissionsOf(body).some(namesSavedFile)) return true;
  if (filesOf(input?.inputs).length > 0) return true;
  if (typeof input_data !== 'object' || input_data === null) return false;
  return Object.values(input_data).some((given) => given?.method === 'files' || filesOf(given?.inputs).length > 0);
}

/** Returns the ids of the saved files that a body names as inputs, without duplicates. The body need not be validated yet. */
export function savedFilesOf(body: unknown): string[] {
  const { input, input_data } = (body ?? {}) as { input?: { inputs?: unknown } | null; input_data?: unknown };
  const nodes = typeof input_data === 'object' && input_data !== null ? Object.values(input_data) : [];
  const ids = [
    (body as { file_id?: unknown } | null | undefined)?.file_id,
    ...submissionsOf(body).flatMap(savedFilesOf),
    ...filesOf(input?.inputs),
    ...nodes.flatMap((node) => [...(Array.isArray(node?.file_ids) ? node.file_ids : []), ...filesOf(node?.inputs)]),
  ];
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Returns the submissions of the body of a batch. */
export function submissionsOf(body: unknown): unknown[] {
  const { submissions } = (body ?? {}) as { submissions?: unknown };
  return Array.isArray(submissions) ? submissions : [];
}

/** Both names of the field count, so that neither hides a file from a check. */
function filesOf(inputs: unknown): unknown[] {
  if (!Array.isArray(inputs)) return [];
  return inputs.flatMap((input) => [input?.source?.file_id, input?.source?.fileId]).filter((id) => id);
}
