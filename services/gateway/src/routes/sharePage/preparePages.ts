import cookies from '@fastify/cookie';
import { unstorableFields } from '@rotamer/api/validation/unstorable.ts';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { errorPage } from '@rotamer/pages/sharePage/pages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rootOf } from '../../http/baseUrl.ts';
import { beginErrorAnswer } from '../../request/errorAnswer.ts';
import { answerPage } from './answerPage.ts';

export interface PageOptions {
  /** Signs cookies; used for no other purpose. */
  secret: string;
  purpose: string;
  /** Maximum bytes of a form. */
  formLimit: number;
  /** Message of the page for a path or resource that does not exist. */
  notFound: string;
}

/** Prepares an application for pages: signed cookies, forms, and errors shown as pages. */
export async function preparePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { secret, purpose, formLimit, notFound } = options;
  await app.register(cookies, { secret: derivedKey(secret, purpose) });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (_request: FastifyRequest, body: string) => readForm(body),
  );
  answerErrorsAsPages(app, notFound);
}

/** Shows errors as pages. `notFound`: message of the page for a path or resource that does not exist. */
export function answerErrorsAsPages(app: FastifyInstance, notFound: string): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, message, resolution } = beginErrorAnswer(error, request, reply);
    if (code === 'not_found') return answerPage(reply, errorPage(rootOf(request), 'Page not found', notFound));
    return answerPage(reply, errorPage(rootOf(request), 'Something went wrong', `${message} ${resolution}`));
  });
}

/** @throws validation_error naming the fields with text that cannot be stored */
function readForm(body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  const problems = unstorableFields(form.entries());
  if (problems.length > 0) throw validationFault(problems);
  return form;
}

/** Returns a request's form; a form without fields when the body is not a form. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}
