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
  /** Signs cookies, for this purpose alone. */
  secret: string;
  purpose: string;
  /** Bytes of a form. */
  formLimit: number;
  /** What the page of everything that is not found says. */
  notFound: string;
}

/** What pages for people need: signed cookies, forms, and errors that are pages. */
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

/** Errors that are pages. `notFound`: what the page of everything that is not found says. */
export function answerErrorsAsPages(app: FastifyInstance, notFound: string): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, message, resolution } = beginErrorAnswer(error, request, reply);
    if (code === 'not_found') return answerPage(reply, errorPage(rootOf(request), 'Page not found', notFound));
    return answerPage(reply, errorPage(rootOf(request), 'Something went wrong', `${message} ${resolution}`));
  });
}

/** @throws validation_error naming the fields that have text which cannot be stored */
function readForm(body: string): URLSearchParams {
  const form = new URLSearchParams(body);
  const problems = unstorableFields(form.entries());
  if (problems.length > 0) throw validationFault(problems);
  return form;
}

/** A request's form; without fields when it is none. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}
