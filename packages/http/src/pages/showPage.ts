import type { PageContents } from '@rotamer/pages/publicPages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rootOf } from '../server/baseUrl.ts';
import { answerPage } from './answerPage.ts';
import { plainPage } from './plainPage.ts';
import type { RenderPage } from './renderPage.ts';

/** Sends a page that the console renders. The status of the reply stays. */
export type ShowPage = (
  request: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  page: PageContents,
) => Promise<FastifyReply>;

/**
 * Returns the function that shows pages. A message is shown without the console too: something was done, and the person must learn
 * that.
 *
 * @throws service_unavailable, or not_found where no console is running, for all other pages
 */
export function createShowPage(renderPage: RenderPage): ShowPage {
  return async (request, reply, page) => {
    const root = rootOf(request);
    try {
      return answerPage(reply, await renderPage({ ...page, root }));
    } catch (error) {
      if (page.page !== 'message') throw error;
      return answerPage(reply, plainPage(root, page));
    }
  };
}
