/** What can be asked next with what an answer tells: links of the contract, by operation (OpenAPI 3.1, Link Object). */
type Links = Record<string, { operationId: string; parameters: Record<string, string> }>;

/** For answers that are a job. */
export const jobLinks: Links = Object.fromEntries(
  ['getJobStatus', 'streamJobEvents', 'getJobSharing', 'updateJobSharing', 'getResult', 'cancelJob', 'retryJob'].map(
    (operationId) => [operationId, { operationId, parameters: { jobId: '$response.body#/id' } }],
  ),
);

/** For results: the bytes of the first file. */
export const resultLinks: Links = {
  getResultItem: {
    operationId: 'getResultItem',
    parameters: { jobId: '$response.body#/job_id', itemId: '$response.body#/files/0/key' },
  },
};
