import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '@rotamer/api/openapi/document.ts';
import { openApiDocument } from '@rotamer/api/openapi/openApiDocument.ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** The committed types of the public API. */
export const typesFile = join(import.meta.dirname, '../src/contract.gen.ts');

/** Writes the types of the public API, as part of `npm run generate`. */
export async function writeTypes(): Promise<void> {
  writeFileSync(typesFile, await contractTypes());
}

const HEADER = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n\n';

/** Returns the types of all requests and responses of the public API, as committed in `src/contract.gen.ts`. */
export async function contractTypes(): Promise<string> {
  const document = openApiDocument('http://localhost:8080');
  return HEADER + astToString(await openapiTypescript(schemasOf(document), { alphabetize: true }));
}

/** Returns the document without paths, because the resources of the client replace them. */
function schemasOf({ components, ...document }: OpenApiDocument) {
  return { ...document, paths: {}, components: { schemas: components.schemas } } as never;
}
