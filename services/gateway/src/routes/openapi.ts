import { anyErrors, errorAnswers } from '@rotamer/api/schemas/error.ts';
import { Type } from 'typebox';
import type { Contract } from '../openapi/contract.ts';
import { answerDocument, type Document, ifNoneMatch, jsonDocument, notModified } from '../static/staticDocument.ts';
import type { Api } from './apiInstance.ts';

/** GET /openapi.json: the contract of the API, generated from the schemas that validate requests. */
export function getOpenApi(app: Api, { contract }: { contract: Contract }): void {
  let document: Document | undefined;
  contract.isWhat(() => app.swagger());

  app.get(
    '/openapi.json',
    {
      config: { operation: 'getOpenApi' },
      schema: {
        summary: 'Get this OpenAPI document',
        tags: ['Contract'],
        headers: ifNoneMatch,
        response: {
          200: Type.Object({}, { description: 'An OpenAPI 3.1 document' }),
          ...notModified,
          ...errorAnswers([...anyErrors]),
        },
      },
    },
    async (request, reply) => {
      document ??= jsonDocument(contract.document());
      return answerDocument(document, request, reply);
    },
  );
}
