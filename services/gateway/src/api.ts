import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { sharedSchemas } from '@rotamer/api/schemas/shared.ts';
import type { FastifyInstance } from 'fastify';
import { authorise, authoriseBody, authoriseRole } from './access/authorise.ts';
import type { Deps } from './deps.ts';
import type { Contract } from './openapi/contract.ts';
import { documentOptions, documentRoute } from './openapi/openApiDocument.ts';
import { getAccount } from './routes/account.ts';
import { deleteFile } from './routes/files/deleteFile.ts';
import { getFile } from './routes/files/getFile.ts';
import { listFiles } from './routes/files/listFiles.ts';
import { uploadFile } from './routes/files/uploadFile.ts';
import { cancelJob } from './routes/jobs/cancelJob.ts';
import { getJob, getJobStatus } from './routes/jobs/getJobStatus.ts';
import { listJobs } from './routes/jobs/listJobs.ts';
import { quoteJob } from './routes/jobs/quoteJob.ts';
import { retryJob } from './routes/jobs/retryJob.ts';
import { stopJob } from './routes/jobs/stopJob.ts';
import { streamJobEvents } from './routes/jobs/streamJobEvents.ts';
import { submitJob } from './routes/jobs/submitJob.ts';
import { getOpenApi } from './routes/openapi.ts';
import { assignResources } from './routes/projects/assignResources.ts';
import { createProject } from './routes/projects/createProject.ts';
import { deleteProject } from './routes/projects/deleteProject.ts';
import { getProject } from './routes/projects/getProject.ts';
import { getProjectDeletion } from './routes/projects/getProjectDeletion.ts';
import { listProjects } from './routes/projects/listProjects.ts';
import { retryProjectDeletion } from './routes/projects/retryProjectDeletion.ts';
import { updateProject } from './routes/projects/updateProject.ts';
import { getResult } from './routes/results/getResult.ts';
import { getResultItem } from './routes/results/getResultItem.ts';
import { getJobSharing } from './routes/sharing/getJobSharing.ts';
import { updateJobSharing } from './routes/sharing/updateJobSharing.ts';
import { getTool } from './routes/tools/getTool.ts';
import { listTools } from './routes/tools/listTools.ts';
import { cancelWorkflowRun } from './routes/workflowRuns/cancelWorkflowRun.ts';
import { continueWorkflowRun } from './routes/workflowRuns/continueWorkflowRun.ts';
import { decideWorkflowRunCuration } from './routes/workflowRuns/decideWorkflowRunCuration.ts';
import { getWorkflowRun } from './routes/workflowRuns/getWorkflowRun.ts';
import { getWorkflowRunCuration } from './routes/workflowRuns/getWorkflowRunCuration.ts';
import { getWorkflowRunResults } from './routes/workflowRuns/getWorkflowRunResults.ts';
import { listWorkflowRunJobs } from './routes/workflowRuns/listWorkflowRunJobs.ts';
import { retryWorkflowRun } from './routes/workflowRuns/retryWorkflowRun.ts';
import { getWorkflow } from './routes/workflows/getWorkflow.ts';
import { listWorkflows } from './routes/workflows/listWorkflows.ts';
import { startWorkflowRun } from './routes/workflows/startWorkflowRun.ts';
import { validateWorkflow } from './routes/workflows/validateWorkflow.ts';
import { refuseMissingBody } from './validation/jsonBody.ts';
import { createValidator } from './validation/validator.ts';

const routes = [
  getAccount,
  getOpenApi,
  listTools,
  getTool,
  quoteJob,
  submitJob,
  listJobs,
  getJob,
  getJobStatus,
  streamJobEvents,
  getJobSharing,
  updateJobSharing,
  cancelJob,
  stopJob,
  retryJob,
  getResult,
  getResultItem,
  uploadFile,
  listFiles,
  getFile,
  deleteFile,
  createProject,
  listProjects,
  getProject,
  updateProject,
  assignResources,
  deleteProject,
  getProjectDeletion,
  retryProjectDeletion,
  listWorkflows,
  getWorkflow,
  validateWorkflow,
  startWorkflowRun,
  getWorkflowRun,
  listWorkflowRunJobs,
  getWorkflowRunResults,
  getWorkflowRunCuration,
  decideWorkflowRunCuration,
  continueWorkflowRun,
  cancelWorkflowRun,
  retryWorkflowRun,
];

/**
 * Everything under /api/v1. The hooks continue the order of checks that app.ts begins: authentication, plan, scope → body →
 * scopes required by the body → validation → existence and role. Polling pace and job state are checked by the services.
 */
export function api(dependencies: Deps & { contract: Contract }) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(swagger, documentOptions);
    for (const schema of sharedSchemas) app.addSchema(schema);
    app.setValidatorCompiler(createValidator(sharedSchemas));
    // Presenters list every public field; compiling serializers from the schemas would cost a second at start.
    app.setSerializerCompiler(() => JSON.stringify);
    app.addHook('onRoute', documentRoute);
    app.addHook('onRequest', authorise);
    app.addHook('preValidation', authoriseBody);
    app.addHook('preValidation', refuseMissingBody);
    app.addHook('preHandler', authoriseRole(dependencies));
    for (const route of routes) route(app.withTypeProvider<TypeBoxTypeProvider>(), dependencies);
  };
}
