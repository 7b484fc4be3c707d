import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { type Access, savedFilesOf, submissionsOf } from '@rotamer/api/operation/access.ts';
import { batchIdOf, fileIdOf, jobIdOf, projectIdOf, runIdOf, workflowIdOf } from '@rotamer/http/params/ids.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Batches, Files, Jobs, Projects, Workflows } from '../clients/clients.ts';
import { callScope } from '../request/callScope.ts';

interface Needs {
  jobs: Jobs;
  files: Files;
  projects: Projects;
  workflows: Workflows;
  batches: Batches;
}

/** Most saved files that are looked up at the same time. */
const FILES_AT_ONCE = 20;

/**
 * Enforces the limits of a limited API key to projects and tools, after validation, for every operation. What is outside the projects
 * is not_found, like what does not exist. An operation that says nothing about limits (`Access.limited`) is forbidden.
 */
export async function limitKey(
  needs: Needs,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const credential = request.credential!;
  const isAboutMore = !access.scope || access.scope.startsWith('workspace:') || access.scope === 'jobs:write';
  if (!access.limited && (credential.projectIds || isAboutMore)) throw notForLimited();
  if (credential.tools && access.scope === 'jobs:write') await limitTools(needs, credential.tools, request, reply);
  if (credential.projectIds && access.limited !== 'always' && access.limited !== 'handler')
    await limitProjects(needs, credential.projectIds, access, request, reply);
}

/** @throws forbidden when a key is limited to projects and this is none of them */
export function refuseProject(
  { projectIds }: Pick<Credential, 'projectIds'>,
  projectId: string | null | undefined,
): void {
  if (!projectIds || (projectId && projectIds.includes(projectId))) return;
  throw new Fault('forbidden', 'This API key is limited to projects.', {
    resolution: `Name one of its projects as project_id: ${projectIds.join(', ')}.`,
    details: { project_ids: projectIds },
  });
}

interface Named {
  project_id?: string | null;
  tool?: string;
}

async function limitProjects(
  needs: Needs,
  projectIds: readonly string[],
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const scope = callScope(request, reply);
  const refuse = (projectId: string | undefined, what: string) => {
    if (!projectId || !projectIds.includes(projectId)) throw notFound(what);
  };
  const { jobId, fileId, projectId, workflowId, runId, batchId } = request.params as Record<string, string | undefined>;
  if (jobId !== undefined) refuse((await needs.jobs.get({ jobId: jobIdOf({ jobId }) }, scope)).projectId, 'job');
  if (fileId !== undefined) refuse((await needs.files.get({ fileId: fileIdOf({ fileId }) }, scope)).projectId, 'file');
  if (projectId !== undefined) refuse(projectIdOf({ projectId }), 'project');
  if (workflowId !== undefined) refuse((await workflowOf(needs, workflowId, scope)).workflow!.projectId, 'workflow');
  if (runId !== undefined) refuse((await runOf(needs, runId, scope)).projectId, 'workflow run');
  if (batchId !== undefined)
    refuse((await needs.batches.get({ batchId: batchIdOf({ batchId }) }, scope)).projectId, 'batch');

  const inQuery = (request.query as Named | undefined)?.project_id;
  const inBody = (request.body as Named | null | undefined)?.project_id;
  const named = inQuery ?? inBody;
  if (named !== undefined || access.limited === 'project') refuseProject(request.credential!, named);

  const fileIds = savedFilesOf(request.body);
  for (let i = 0; i < fileIds.length; i += FILES_AT_ONCE) {
    const some = fileIds.slice(i, i + FILES_AT_ONCE).map((id) => needs.files.get({ fileId: id }, scope));
    for (const file of await Promise.all(some)) refuse(file.projectId, 'file');
  }
}

/** Checks the tools that a request would run: of its body, of the job in its path, or of the nodes of a workflow. */
async function limitTools(
  needs: Needs,
  tools: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const scope = callScope(request, reply);
  const { jobId, workflowId, runId, batchId } = request.params as Record<string, string | undefined>;
  if (jobId !== undefined)
    return refuseTools(tools, [(await needs.jobs.get({ jobId: jobIdOf({ jobId }) }, scope)).tool]);
  if (workflowId !== undefined) {
    const { workflow, definitionJson } = await workflowOf(needs, workflowId, scope);
    refuseTools(tools, toolsOf(definitionJson));
    // The run is of this revision, or refused.
    const body = request.body as { expected_revision_id?: string };
    body.expected_revision_id ??= workflow!.revisionId;
    return;
  }
  if (runId !== undefined) {
    const run = await runOf(needs, runId, scope);
    const { workflow, definitionJson } = await workflowOf(needs, run.workflowId, scope);
    if (workflow!.revisionId !== run.revisionId) throw unknownRevision();
    return refuseTools(tools, toolsOf(definitionJson));
  }
  if (batchId !== undefined)
    return refuseTools(tools, (await needs.batches.get({ batchId: batchIdOf({ batchId }) }, scope)).tools);
  // The tools of a file are known only when it was read.
  if ((request.body as { file_id?: string } | null | undefined)?.file_id) throw notForLimited();
  const submissions = submissionsOf(request.body);
  if (submissions.length > 0)
    return refuseTools(
      tools,
      submissions.map((one) => (one as Named | null)?.tool ?? ''),
    );
  refuseTools(tools, [(request.body as Named | null | undefined)?.tool ?? '']);
}

function refuseTools(allowed: readonly string[], tools: readonly string[]): void {
  const foreign = tools.find((tool) => !allowed.includes(tool));
  if (foreign === undefined) return;
  throw new Fault('forbidden', `This API key cannot run the tool ${foreign}.`, {
    resolution: `Use one of its tools: ${allowed.join(', ')}.`,
    details: { tools: allowed },
  });
}

/** Returns the tools of the nodes of a published definition. */
function toolsOf(definitionJson: string): string[] {
  const { nodes } = JSON.parse(definitionJson) as { nodes: { type: string; tool?: string }[] };
  return nodes.flatMap(({ type, tool }) => (type === 'tool' ? [tool ?? ''] : []));
}

function workflowOf({ workflows }: Needs, workflowId: string, scope: CallScope) {
  return workflows.get({ workflowId: workflowIdOf({ workflowId }) }, scope);
}

async function runOf({ workflows }: Needs, runId: string, scope: CallScope) {
  return (await workflows.getRun({ runId: runIdOf({ runId }) }, scope)).run!;
}

/** The error for an operation about more than the projects and tools of a limited key. */
export function notForLimited(): Fault {
  return new Fault('forbidden', 'This API key is limited to projects or tools, and this operation is not.', {
    resolution: 'Use a key without such a limit, or sign in.',
  });
}

/** The tools of a run are known only while its revision is the published one. */
function unknownRevision(): Fault {
  return new Fault('forbidden', 'This API key is limited to tools, and the workflow of the run has changed since.', {
    resolution: 'Use a key without this limit, or sign in.',
  });
}
