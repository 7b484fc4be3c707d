import { getResult as operation } from '@rotamer/api/operations/results/getResult.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { createBaseUrl } from '@rotamer/http/server/baseUrl.ts';
import { presentResult } from '@rotamer/results/presentResult.ts';
import { MAX_PAGE_ITEMS, pageCursor, readPageCursor, readResultPage } from '@rotamer/results/resultPage.ts';
import { createLinkSigner } from '@rotamer/results/signLinks.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /results/{jobId}: files with signed URLs and structured items of a job that has ended, page by page. */
export const getResult = handler(operation, ({ jobs, blobs, results, publicUrl }) => {
  const baseUrl = createBaseUrl(publicUrl);
  const linksFor = createLinkSigner(blobs, publicUrl);
  return async (request, reply) => {
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
    const body = await presentResult(job!, page, linksFor(request));
    return reply.type('application/json; charset=utf-8').send(body as never);
  };
});
