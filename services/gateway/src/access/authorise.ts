import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { workspaceNamed } from '@rotamer/accounts/access/identify.ts';
import { isLimited } from '@rotamer/accounts/access/keyRights.ts';
import { type Access, hasRole, missingScope, type Role, type Scope } from '@rotamer/api/operation/access.ts';
import {
  batchIdOf,
  deletionIdOf,
  fileIdOf,
  jobIdOf,
  projectIdOf,
  runIdOf,
  workflowIdOf,
} from '@rotamer/http/params/ids.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { Batches, Files, Jobs, Projects, Workflows } from '../clients/clients.ts';
import { callScope } from '../request/callScope.ts';
import { limitKey } from './limitKey.ts';

const ended: Record<Credential['kind'], [message: string, resolution: string]> = {
  key: ['The API key has expired.', 'Create another key.'],
  session: ['The session has ended, or its token is invalid.', 'Sign in again, for example with `rotamer login`.'],
};

function unauthorised(kind: Credential['kind'] | undefined): Fault {
  if (!kind) return new Fault('unauthorized', 'The API key is missing or invalid.');
  const [message, resolution] = ended[kind];
  return new Fault('unauthorized', message, { resolution });
}

/** Checks authentication, plan and scope, after the route is known and before any of the body is read. */
export function authorise(request: FastifyRequest, _: FastifyReply, done: () => void): void {
  const access = accessOf(request);
  if (access) admit(request, access);
  done();
}

function admit(request: FastifyRequest, access: Access): void {
  const { credential, endedCredential, workspace } = request;
  if (!credential) throw unauthorised(endedCredential);
  const named = workspaceNamed(request);
  if (named !== undefined && named !== credential.workspaceId) throw notMember();
  if (!workspace?.paid && !access.onAnyPlan)
    throw new Fault('paid_plan_required', 'The public API requires a paid plan.');
  refuseScope(access, credential, undefined);
}

/** Checks the scopes that depend on the body, after parsing and before validation. */
export function authoriseBody(request: FastifyRequest, _: FastifyReply, done: () => void): void {
  const access = accessOf(request);
  if (access && request.credential) refuseScope(access, request.credential, request.body);
  done();
}

interface Needs {
  jobs: Jobs;
  files: Files;
  projects: Projects;
  workflows: Workflows;
  batches: Batches;
}

/**
 * Checks the limits of the key and the role, after validation. Calls back, because most requests have neither limits to check nor too low
 * a role, and a promise for each would cost them time.
 */
export function authoriseRole(needs: Needs): preHandlerHookHandler {
  return (request, reply, done) => {
    const access = accessOf(request);
    const { credential } = request;
    if (!access || !credential) return done();
    if (!isLimited(credential) && hasRole(credential.role, access.role)) return done();
    refuseLimitsAndRole(needs, access, request, reply).then(() => done(), done);
  };
}

/**
 * Whether the resource in the path exists is checked before the role, so an unknown id is `not_found` for every caller.
 *
 * @throws forbidden for what the key is not limited to or for a role that is too low, not_found.
 */
async function refuseLimitsAndRole(needs: Needs, access: Access, request: FastifyRequest, reply: FastifyReply) {
  const credential = request.credential!;
  if (isLimited(credential)) await limitKey(needs, access, request, reply);
  if (hasRole(credential.role, access.role)) return;
  const { jobs, files, projects, workflows, batches } = needs;
  const { params } = request;
  const scope = callScope(request, reply);
  if (names('jobId', params)) await jobs.get({ jobId: jobIdOf(params) }, scope);
  if (names('fileId', params)) await files.get({ fileId: fileIdOf(params) }, scope);
  if (names('projectId', params)) await projects.get({ projectId: projectIdOf(params) }, scope);
  if (names('deletionId', params)) await projects.getDeletion({ deletionId: deletionIdOf(params) }, scope);
  if (names('workflowId', params)) await workflows.get({ workflowId: workflowIdOf(params) }, scope);
  if (names('runId', params)) await workflows.getRun({ runId: runIdOf(params) }, scope);
  if (names('batchId', params)) await batches.get({ batchId: batchIdOf(params) }, scope);
  throw missingRole(access.role);
}

/** The error for a caller whose role is too low. */
export function missingRole(role: Role): Fault {
  return new Fault('forbidden', `This operation requires the role ${role} or higher.`, {
    details: { required_role: role },
  });
}

function names<Id extends string>(id: Id, params: unknown): params is Record<Id, string> {
  return typeof params === 'object' && params !== null && id in params;
}

/** Undefined for public and unknown routes, which need no key. */
function accessOf(request: FastifyRequest): Access | undefined {
  const access = request.route.config.operation?.access;
  return access === 'public' ? undefined : access;
}

/** @throws forbidden naming the scope that the request needs and its key lacks. */
export function refuseScope(access: Access, credential: Credential, body: unknown): void {
  const scope = missingScope(access, credential.scopes, body);
  if (scope) throw missing(scope);
}

/** @throws forbidden when a key lacks a scope that only the resource of the request needs. */
export function requireScope(scope: Scope, credential: Credential): void {
  if (!credential.scopes.includes(scope)) throw missing(scope);
}

function missing(scope: Scope): Fault {
  return new Fault('forbidden', `This API key lacks the scope ${scope}.`, {
    resolution: 'Use a key with this scope, or sign in: a session has all scopes.',
    details: { required_scope: scope },
  });
}

/** The error for a request that names a workspace in which its credential may not act. It does not tell whether the workspace exists. */
function notMember(): Fault {
  return new Fault('forbidden', 'You are not a member of the workspace that the request names.', {
    resolution: 'Name a workspace of which you are a member. An API key acts only in its own workspace.',
  });
}

/** The error for a session that is to act in another workspace. It does not tell whether the workspace exists. */
export function foreignWorkspace(): Fault {
  const { code, message } = notFound('workspace');
  return new Fault(code, message, {
    resolution: 'Name a workspace of which you are a member. An API key acts only in its own workspace.',
  });
}
