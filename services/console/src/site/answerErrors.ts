import { ApiError, ConnectionError } from '@rotamer/client';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { errorTable } from '@rotamer/kit/errors/errorTable.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendError } from './sendPage.tsx';

/** What a page of an error says. */
interface Problem {
  status: number;
  title: string;
  message: string;
  retryAfter?: number;
}

/** Shows errors as pages. A reader without a session is led to the page that signs in, and then back. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    request.cause = error;
    const { status, title, message, retryAfter } = problemOf(error);
    const root = rootOf(request);
    // A form is not sent again by itself: its page is shown again.
    const back = request.method === 'GET' ? request.url : (pageOfForm(request.headers.referer) ?? '/w');
    if (retryAfter) reply.header('retry-after', retryAfter);
    // Scripts of a page keep the page, and say there what happened.
    const signIn = `${root}login?next=${encodeURIComponent(back)}`;
    if (wantsJson(request)) {
      const problem = { title, message, ...(status === 401 && { sign_in: signIn }) };
      return reply.code(status).type('application/json').send(problem);
    }
    if (status === 401) return reply.redirect(signIn, 303);
    return sendError(reply.code(status), root, title, message);
  });
}

/** Returns whether a script of a page asks, and not the browser itself. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json';
}

function pageOfForm(referrer: string | undefined): string | undefined {
  const url = referrer && URL.canParse(referrer) ? new URL(referrer) : undefined;
  return url && /\/w\//.test(url.pathname) ? url.pathname.slice(url.pathname.indexOf('/w/')) + url.search : undefined;
}

function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return ofApi(error);
  if (error instanceof ConnectionError)
    return { status: 503, title: 'Rotamer is unavailable', message: 'It may be restarting. Try again in a moment.' };
  const { code, message, resolution } = toFault(error);
  const { http } = errorTable[code];
  return titled(http, [message, resolution].filter(Boolean).join(' '));
}

function ofApi({ status, message, resolution, retryAfter }: ApiError): Problem {
  return { ...titled(status, [message, resolution].filter(Boolean).join(' ')), retryAfter };
}

const titles: Record<number, string> = {
  403: 'You may not do this',
  404: 'Page not found',
  409: 'This has changed meanwhile',
  429: 'Too many requests',
  503: 'Rotamer is unavailable',
};

function titled(status: number, message: string): Problem {
  // A resource of someone else and one that does not exist get the same page.
  if (status === 404) return { status, title: titles[404]!, message: 'There is no such page, or you may not see it.' };
  return { status, title: titles[status] ?? 'Something went wrong', message };
}
