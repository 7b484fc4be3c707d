/** The scopes an API key may have. */
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

/** Who may use an operation. */
export interface Access {
  scope: Scope;
  /** The minimum role. */
  role: Role;
  /** Scope that a body with a non-null `project_id` needs in addition. */
  withProject?: Scope;
  /** The same for any `project_id`, null included. */
  withAnyProject?: Scope;
  /** Scope that a body with a saved file as input needs in addition. */
  withSavedFile?: Scope;
}

/** Operations that can be called with what a response contains (OpenAPI 3.1, Link Object). */
type Links = Record<string, { operationId: string; parameters: Record<string, string> }>;

/** One operation of the public API. */
interface Row {
  /** `public`: no key required. */
  access: Access | 'public';
  /** By response status. */
  links?: Record<number, Links>;
  /** Its JSON body may be left out. */
  optionalBody?: true;
  /** It does nothing without an Idempotency-Key. */
  requiredKey?: true;
}

const read: Access = { scope: 'jobs:read', role: 'viewer' };
const write: Access = { scope: 'jobs:write', role: 'member' };
const readFiles: Access = { scope: 'files:read', role: 'viewer' };
const writeFiles: Access = { scope: 'files:write', role: 'member' };
const readProjects: Access = { scope: 'projects:read', role: 'viewer' };
const writeProjects: Access = { scope: 'projects:write', role: 'member' };

/** Links of a response that is a job. */
const ofJob: Links = Object.fromEntries(
  [
    'getJob',
    'getJobStatus',
    'streamJobEvents',
    'getJobSharing',
    'updateJobSharing',
    'getResult',
    'cancelJob',
    'stopJob',
    'retryJob',
  ].map((operationId) => [operationId, { operationId, parameters: { jobId: '$response.body#/id' } }]),
);

/** Link of a result: the bytes of its first file. */
const ofResult: Links = {
  getResultItem: {
    operationId: 'getResultItem',
    parameters: { jobId: '$response.body#/job_id', itemId: '$response.body#/files/0/key' },
  },
};

/** Links of a response that is a project. */
const ofProject: Links = Object.fromEntries(
  ['getProject', 'updateProject', 'deleteProject'].map((operationId) => [
    operationId,
    { operationId, parameters: { projectId: '$response.body#/id' } },
  ]),
);

/** Links of a response that is a deletion. */
const ofDeletion: Links = Object.fromEntries(
  ['getProjectDeletion', 'retryProjectDeletion'].map((operationId) => [
    operationId,
    { operationId, parameters: { deletionId: '$response.body#/id' } },
  ]),
);

/** Links of a response that is a workflow. */
const ofWorkflow: Links = Object.fromEntries(
  ['validateWorkflow', 'startWorkflowRun'].map((operationId) => [
    operationId,
    { operationId, parameters: { workflowId: '$response.body#/id' } },
  ]),
);

/** Links of a response that is a run. */
const ofRun: Links = Object.fromEntries(
  [
    'getWorkflowRun',
    'listWorkflowRunJobs',
    'getWorkflowRunResults',
    'getWorkflowRunCuration',
    'continueWorkflowRun',
    'cancelWorkflowRun',
    'retryWorkflowRun',
  ].map((operationId) => [operationId, { operationId, parameters: { runId: '$response.body#/id' } }]),
);

/** Links of a response that is a checkpoint. */
const ofCuration: Links = Object.fromEntries(
  ['decideWorkflowRunCuration', 'continueWorkflowRun'].map((operationId) => [
    operationId,
    { operationId, parameters: { runId: '$response.body#/run_id' } },
  ]),
);

/** The operations of the public API, by operationId. A route that is not listed here fails at start. */
export const operations = {
  getAccount: { access: read },
  getOpenApi: { access: 'public' },
  listTools: { access: read },
  getTool: { access: read },
  quoteJob: { access: write },
  submitJob: {
    access: { ...write, withProject: 'projects:write', withSavedFile: 'files:read' },
    links: { 202: ofJob, 200: ofJob },
  },
  listJobs: { access: read },
  getJob: { access: read },
  getJobStatus: { access: read },
  streamJobEvents: { access: read },
  getJobSharing: { access: read },
  updateJobSharing: { access: write },
  cancelJob: { access: write },
  stopJob: { access: write },
  retryJob: { access: write },
  getResult: { access: read, links: { 200: ofResult } },
  getResultItem: { access: read },
  uploadFile: { access: { ...writeFiles, withProject: 'projects:write' } },
  listFiles: { access: readFiles },
  getFile: { access: readFiles },
  // The files service decides which files a member may delete.
  deleteFile: { access: writeFiles },
  createProject: { access: writeProjects, links: { 201: ofProject } },
  listProjects: { access: readProjects },
  getProject: { access: readProjects },
  updateProject: { access: writeProjects },
  assignResources: { access: writeProjects },
  // Deleting the contents too needs the role admin: see the route.
  deleteProject: { access: writeProjects, links: { 202: ofDeletion }, optionalBody: true },
  getProjectDeletion: { access: readProjects },
  // It needs the role of the deletion: see the route.
  retryProjectDeletion: { access: writeProjects },
  listWorkflows: { access: read },
  getWorkflow: { access: read, links: { 200: ofWorkflow } },
  // Only the workflows service knows grants: these are what a role allows at most.
  validateWorkflow: { access: { ...read, role: 'member' } },
  startWorkflowRun: {
    access: { ...write, withAnyProject: 'projects:write', withSavedFile: 'files:read' },
    links: { 202: ofRun, 200: ofRun },
    requiredKey: true,
  },
  getWorkflowRun: { access: read },
  listWorkflowRunJobs: { access: read },
  getWorkflowRunResults: { access: read },
  getWorkflowRunCuration: { access: read, links: { 200: ofCuration } },
  decideWorkflowRunCuration: { access: write },
  continueWorkflowRun: { access: write, optionalBody: true },
  cancelWorkflowRun: { access: write },
  retryWorkflowRun: { access: write, requiredKey: true },
} as const satisfies Record<string, Row>;

export type Operation = keyof typeof operations;

/** The table's entry for one operation. */
export function rowOf(operation: Operation): Row {
  return operations[operation];
}

/** Whether a role includes another. */
export function hasRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** The first scope that a request needs and its key lacks. Works on a body that nobody has validated yet. */
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
  if (hasSavedFile(input?.inputs)) return true;
  if (typeof input_data !== 'object' || input_data === null) return false;
  return Object.values(input_data).some((given) => given?.method === 'files' || hasSavedFile(given?.inputs));
}

function hasSavedFile(inputs: unknown): boolean {
  return Array.isArray(inputs) && inputs.some((input) => input?.source?.file_id ?? input?.source?.fileId);
}
