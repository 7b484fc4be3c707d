import { describeAliases } from './describeAliases.ts';
import { type OpenApiDocument, operationsOf, within } from './document.ts';
import { nameSchemas } from './nameSchemas.ts';
import { openAnswers } from './openAnswers.ts';
import { shareParts } from './shareParts.ts';

/**
 * Returns the document as it is published. It describes the same API as the schemas that validate requests, but is written so that
 * common generators make good clients of it.
 */
export function publishDocument(validated: object, publicUrl: string): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(validated)) as OpenApiDocument;
  document.servers = [{ url: publicUrl }];
  describeAliases(document);
  nameSchemas(document);
  openAnswers(document);
  markNumbers(document);
  leaveDefaultsOut(document);
  shareParts(document);
  return document;
}

/** Removes fields with default values: a parameter is optional unless it says that it is required. */
function leaveDefaultsOut(document: OpenApiDocument): void {
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) if (!parameter.required) delete parameter.required;
  }
}

/** Adds formats that give generators the width of numbers: a size needs more than 32 bits, and credits have a fraction. */
function markNumbers({ components }: OpenApiDocument): void {
  for (const root of Object.values(components.schemas)) {
    for (const { name = '', schema } of within(root)) {
      const types = [schema.type].flat();
      if (name === 'size' && (types.includes('number') || types.includes('integer'))) {
        Object.assign(schema, { type: 'integer', format: 'int64' });
      } else if (/credits/.test(name) && types.includes('number')) {
        schema.format = 'double';
      } else if (schema.maximum === Number.MAX_SAFE_INTEGER) {
        schema.format = 'int64';
      }
    }
  }
}
