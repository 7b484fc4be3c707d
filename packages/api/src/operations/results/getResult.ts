import { Type } from 'typebox';
import { resultLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobResult } from '../../schemas/jobResult.ts';
/** Maximum number of structured items, and of files, in one page. */
export const MAX_PAGE_ITEMS = 1_000;

const query = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAGE_ITEMS,
        default: MAX_PAGE_ITEMS,
        description: 'Maximum number of structured items, and of files; a page may have fewer',
      }),
    ),
    starting_after: Type.Optional(
      Type.String({ maxLength: 100, description: 'Cursor from the `Link` header of the previous page' }),
    ),
  },
  { additionalProperties: false },
);

/** GET /results/{jobId}: files with signed URLs and structured items of a job that has ended, page by page. */
export const getResult = operation({
  id: 'getResult',
  method: 'GET',
  path: '/results/{jobId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Results',
  summary: 'Get the result of a job',
  description:
    'A page has up to 1,000 structured items (1 MiB in total) and 200 files. Larger results have further pages; follow the `Link` header. The items of a large result are also available as JSON Lines files, one per output port. Only the first page counts as a poll.',
  query,
  responses: {
    200: {
      description: 'The result, or the first page of a large one',
      headers: { Link: { type: 'string', description: 'URL of the next page, `rel="next"`; absent on the last page' } },
      body: ref(jobResult),
      links: resultLinks,
    },
  },
  errors: ['not_found', 'job_not_completed'],
  sample: {
    cli: 'results show JOB_ID',
    typescript: `const results = await rotamer.jobs.results('JOB_ID');
console.log(results.values('properties'));
for (const file of results.files) console.log(file.name, file.size);`,
    python: `results = client.jobs.results("JOB_ID")
print(results.values("properties"))
for file in results.files:
    print(file["name"], file["size"])`,
  },
});
