/** Operations that can be called with values from a response (OpenAPI 3.1, Link Object), by their ids. */
export type Links = Readonly<Record<string, { operationId: string; parameters: Readonly<Record<string, string>> }>>;

/** Links to operations whose only path parameter is a field of the response. */
function linksTo(operations: readonly string[], parameter: string, field: string): Links {
  return Object.fromEntries(
    operations.map((operationId) => [
      operationId,
      { operationId, parameters: { [parameter]: `$response.body#/${field}` } },
    ]),
  );
}

/** Links of a response that is a job. */
export const jobLinks = linksTo(
  [
    'getJob',
    'updateJob',
    'getJobStatus',
    'streamJobEvents',
    'getJobSharing',
    'updateJobSharing',
    'getResult',
    'cancelJob',
    'stopJob',
    'retryJob',
    'rerunJob',
    'quoteRerun',
  ],
  'jobId',
  'id',
);

/** Link of a result: the bytes of its first file. */
export const resultLinks: Links = {
  getResultItem: {
    operationId: 'getResultItem',
    parameters: { jobId: '$response.body#/job_id', itemId: '$response.body#/files/0/key' },
  },
};

/** Links of a response that is a project. */
export const projectLinks = linksTo(['getProject', 'updateProject', 'deleteProject'], 'projectId', 'id');

/** Links of a response that is a deletion of a project. */
export const deletionLinks = linksTo(['getProjectDeletion', 'retryProjectDeletion'], 'deletionId', 'id');

/** Links of a response that is a workflow. */
export const workflowLinks = linksTo(['validateWorkflow', 'quoteWorkflowRun', 'startWorkflowRun'], 'workflowId', 'id');

/** Links of a response that is a run. */
export const runLinks = linksTo(
  [
    'getWorkflowRun',
    'listWorkflowRunJobs',
    'getWorkflowRunResults',
    'getWorkflowRunCuration',
    'quoteRestOfRun',
    'continueWorkflowRun',
    'cancelWorkflowRun',
    'retryWorkflowRun',
    'rerunWorkflowRun',
  ],
  'runId',
  'id',
);

/** Links of a response that is a batch. */
export const batchLinks = linksTo(
  ['getBatch', 'listBatchItems', 'listBatchRows', 'getBatchArchive', 'continueBatch', 'cancelBatch', 'retryBatch'],
  'batchId',
  'id',
);

/** Links of a response that is a checkpoint. */
export const curationLinks = linksTo(['decideWorkflowRunCuration', 'continueWorkflowRun'], 'runId', 'run_id');
