import type { FastifyRequest } from 'fastify';
import { rootOf } from '../../http/baseUrl.ts';
import { reviewUrl } from '../../present/presentCuration.ts';

/** The link from any page of a review to the page of its run. */
export function reviewLink(request: Pick<FastifyRequest, 'url'>, runId: string): string {
  return rootOf(request) + reviewUrl(runId).slice(1);
}
