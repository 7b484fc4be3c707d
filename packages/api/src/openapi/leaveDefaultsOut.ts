import { type OpenApiDocument, operationsOf } from './document.ts';

/** Removes fields with default values: a parameter is optional unless it says that it is required. */
export function leaveDefaultsOut(document: OpenApiDocument): void {
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) if (!parameter.required) delete parameter.required;
  }
}
