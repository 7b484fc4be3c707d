import { openApiDocument } from '@rotamer/api/openapi/openApiDocument.ts';
import { getOpenApi as operation } from '@rotamer/api/operations/contract/getOpenApi.ts';
import { answerDocument, type Document, jsonDocument } from '@rotamer/pages/static/staticDocument.ts';
import { handler } from '../handler.ts';

/** GET /openapi.json: the contract of the API, generated from the schemas that validate requests. */
export const getOpenApi = handler(operation, ({ publicUrl }) => {
  let document: Document | undefined;
  return async (request, reply) => {
    document ??= jsonDocument(openApiDocument(publicUrl));
    return answerDocument(document, request, reply);
  };
});
