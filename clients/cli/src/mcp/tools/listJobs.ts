import { z } from 'zod';
import { jobView } from '../jobView.ts';
import { id, limit } from '../limits.ts';
import { reading, tool } from '../tool.ts';

/** list_jobs: the newest jobs of the workspace. */
export const listJobs = tool({
  name: 'list_jobs',
  title: 'List jobs',
  description: 'Lists the jobs of the workspace, newest first, including those that others submitted.',
  input: z.strictObject({
    project: id('only the jobs of this project').optional(),
    after: id('next_cursor of the last answer').optional(),
    limit: limit(50).default(20),
  }),
  annotations: reading,
  async run({ client }, { project: project_id, after, limit }) {
    const page = await client().jobs.list({ limit, project_id }).page(after);
    return { jobs: page.data.map(jobView), ...(page.has_more && { next_cursor: page.next_cursor }) };
  },
});
