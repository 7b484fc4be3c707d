import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ifNoneMatch, notModified } from '../../schemas/headers.ts';

/** GET /openapi.json: the contract of the API, generated from the schemas that validate requests. */
export const getOpenApi = operation({
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  tag: 'Contract',
  summary: 'Get this OpenAPI document',
  headers: ifNoneMatch,
  responses: {
    200: { description: 'An OpenAPI 3.1 document', body: Type.Object({}, { description: 'An OpenAPI 3.1 document' }) },
    ...notModified,
  },
  errors: [],
  sample: {},
});
