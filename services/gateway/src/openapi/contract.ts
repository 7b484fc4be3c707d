import type { OpenApiDocument } from '@rotamer/api/openapi/document.ts';
import { publishDocument } from '@rotamer/api/openapi/publishDocument.ts';

/** The published document, for whoever shows it: its routes know it only when all of them are registered. */
export interface Contract {
  /** Says where the document of the schemas that validate requests comes from. */
  isWhat(validated: () => object): void;
  /** A new one each time, which its caller may change. */
  document(): OpenApiDocument;
}

export function createContract(publicUrl: string): Contract {
  let source: (() => object) | undefined;
  return {
    isWhat(validated) {
      source = validated;
    },
    document() {
      if (!source) throw new Error('the routes of the API are not registered yet');
      return publishDocument(source(), publicUrl);
    },
  };
}
