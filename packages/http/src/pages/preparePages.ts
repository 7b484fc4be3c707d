import cookies from '@fastify/cookie';
import { unstorableFields } from '@rotamer/api/validation/unstorable.ts';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError, beginErrorAnswer } from '../request/errorAnswer.ts';
import { rootOf } from '../server/baseUrl.ts';
import { answerPage } from './answerPage.ts';
import { plainPage } from './plainPage.ts';
import type { RenderPage } from './renderPage.ts';

/** What the page for an unknown path says. */
export const NO_PAGE = 'There is no such page. The list of tools is at /tools.';

export interface PageOptions {
  /** Signs cookies; used for no other purpose. */
  secret: string;
  purpose: string;
  /** Maximum bytes of a form. */
  formLimit: number;
  /** Message of the page for a path or resource that does not exist. */
  notFound: string;
  renderPage: RenderPage;
}

/** Prepares an application for pages: signed cookies, forms, and errors shown as pages. */
export async function preparePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { secret, purpose, formLimit, notFound, renderPage } = options;
  await app.register(cookies, { secret: derivedKey(secret, purpose) });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (_request: FastifyRequest, body: string) => readForm(body),
  );
  answerErrorsAsPages(app, renderPage, notFound);
}

/**
 * Shows errors as pages. `notFound`: message of the page for a path or resource that does not exist. Where the console cannot show the
 * page, browsers get a page with only the message, and programs the error envelope of the API.
 */
export function answerErrorsAsPages(app: FastifyInstance, renderPage: RenderPage, notFound: string): void {
  app.setErrorHandler(errorPages(renderPage, notFound));
}

/**
 * Sends the error envelope for errors of the API. A browser that asks for a path beside the API that does not exist gets a page.
 */
export function answerErrors(app: FastifyInstance, renderPage: RenderPage): void {
  const showError = errorPages(renderPage, NO_PAGE);
  app.setErrorHandler((error, request, reply) =>
    request.is404 && request.method === 'GET' && !isOfApi(request.url) && wantsPage(request)
      ? showError(error, request, reply)
      : answerError(error, request, reply),
  );
}

const isOfApi = (url: string): boolean => /^\/+api\b/i.test(url);

/** Whether a browser asks, and not a program. */
const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

function errorPages(renderPage: RenderPage, notFound: string) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code, message, resolution } = beginErrorAnswer(error, request, reply);
    const shown =
      code === 'not_found'
        ? { title: 'Page not found', message: notFound }
        : { title: 'Something went wrong', message: `${message} ${resolution}` };
    const root = rootOf(request);
    const html = await renderPage({ page: 'error', root, ...shown }).catch(() => undefined);
    if (html !== undefined) return answerPage(reply, html);
    answerErrorPlainly(error, request, reply);
    return reply;
  };
}

/** Sends an error without the console: browsers get a page with only the message, and programs the error envelope of the API. */
export function answerErrorPlainly(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!wantsPage(request)) return void answerError(error, request, reply);
  const { message, resolution } = beginErrorAnswer(error, request, reply);
  answerPage(reply, plainPage(rootOf(request), { title: 'Something went wrong', message: `${message} ${resolution}` }));
}

/** @throws validation_error naming the fields with text that cannot be stored */
function readForm(body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  const problems = unstorableFields(form.entries());
  if (problems.length > 0) throw validationFault(problems);
  return form;
}
