import { describeAliases } from './describeAliases.ts';
import type { OpenApiDocument } from './document.ts';
import { leaveDefaultsOut } from './leaveDefaultsOut.ts';
import { markNumbers } from './markNumbers.ts';
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
