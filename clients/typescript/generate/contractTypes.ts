import type { OpenApiDocument } from '@rotamer/api/openapi/document.ts';
import { openApiDocument } from '@rotamer/api/openapi/openApiDocument.ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const HEADER = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n\n';

/** The types of everything that the public API takes and answers, as committed in `src/contract.gen.ts`. */
export async function contractTypes(): Promise<string> {
  const document = openApiDocument('http://localhost:8080');
  return HEADER + astToString(await openapiTypescript(schemasOf(document), { alphabetize: true }));
}

/** Paths are left out: the resources of the client stand for them. */
function schemasOf({ components, ...document }: OpenApiDocument) {
  return { ...document, paths: {}, components: { schemas: components.schemas } } as never;
}
