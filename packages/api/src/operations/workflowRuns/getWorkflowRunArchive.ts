import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { compressionQuery, rangeHeaders, tarResponses } from '../../schemas/bytes.ts';
import { attemptQuery } from '../../schemas/workflowRun.ts';

const query = Type.Object({ ...attemptQuery, ...compressionQuery }, { additionalProperties: false });

/** GET /workflow-runs/{runId}/archive: the results of an attempt so far as one tar archive. */
export const getWorkflowRunArchive = operation({
  id: 'getWorkflowRunArchive',
  method: 'GET',
  path: '/workflow-runs/{runId}/archive',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Download the results of a run',
  description:
    'A tar archive like that of a job: the files at the outputs of the run, each in a folder of its node, and all items as `items.json`. While the run has not ended, of the nodes that have ended.',
  query,
  headers: rangeHeaders,
  responses: tarResponses,
  errors: ['not_found', 'range_not_satisfiable'],
  sample: {
    curl: '-o run.tar ',
    cli: 'workflows archive RUN_ID -o run.tar',
    uses: { '@rotamer/client': ['Rotamer'], '@rotamer/client/download': ['downloadArchive'] },
    typescript: `await downloadArchive(rotamer.runs, 'RUN_ID', 'run.tar');`,
    python: `path = client.runs.archive("RUN_ID", "run.tar")
print(path.stat().st_size)`,
  },
});
