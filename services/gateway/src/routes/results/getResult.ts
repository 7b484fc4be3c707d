import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { jobResult } from '@rotamer/api/schemas/jobResult.ts';
import type { SignedUrlOptions } from '@rotamer/kit/blobs/blobs.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { createBaseUrl } from '../../http/baseUrl.ts';
import { presentResult } from '../../present/presentResult.ts';
import { callScope } from '../../request/callScope.ts';
import { MAX_PAGE_ITEMS, pageCursor, readPageCursor, readResultPage } from '../../results/resultPage.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf, jobParams } from '../jobs/jobId.ts';

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

const answer = {
  description: 'The result, or the first page of a large one',
  headers: {
    Link: {
      type: 'string',
      description: 'URL of the next page, `rel="next"`; absent on the last page',
    },
  },
  content: { 'application/json': { schema: ref(jobResult) } },
};

/** GET /results/{jobId}: files with signed URLs and structured items of a job that has ended, page by page. */
export function getResult(app: Api, { jobs, blobs, results, publicUrl }: Deps): void {
  const baseUrl = createBaseUrl(publicUrl);
  /** Links of the fs blob store lead here, and so to where this client came; those of an S3 server stay as they are. */
  const signFor = (base: string) => async (key: string, options: SignedUrlOptions) => {
    const url = await blobs.signedUrl(key, options);
    return url.startsWith(`${publicUrl}/blobs/`) ? base + url.slice(publicUrl.length) : url;
  };

  app.get(
    '/results/:jobId',
    {
      config: { operation: 'getResult' },
      schema: {
        summary: 'Get the result of a job',
        description:
          'A page has up to 1,000 structured items (1 MiB in total) and 200 files. Larger results have further pages; follow the `Link` header. The items of a large result are also available as JSON Lines files, one per output port. Only the first page counts as a poll.',
        tags: ['Results'],
        params: jobParams,
        querystring: query,
        response: { 200: answer, ...errors('validation_error', 'not_found', 'job_not_completed') },
      },
    },
    async (request, reply) => {
      const { limit = MAX_PAGE_ITEMS, starting_after } = request.query;
      const from = readPageCursor(starting_after);
      const jobId = jobIdOf(request.params);
      const base = baseUrl(request);
      const poll = from.files + from.items === 0;
      const { job } = await jobs.getResult({ jobId, poll }, callScope(request, reply));
      const page = await readResultPage(results, await results.manifest(job!.manifest!), from, limit);
      if (page.next) {
        const next = new URLSearchParams({ limit: String(limit), starting_after: pageCursor(page.next) });
        reply.header('link', `<${base}/api/v1/results/${jobId}?${next}>; rel="next"`);
      }
      const body = await presentResult(job!, page, signFor(base));
      return reply.type('application/json; charset=utf-8').send(body as never);
    },
  );
}
