import { type OpenApiDocument, operationsOf } from './document.ts';

/** Leaves out what means the same when it is not there: a parameter is optional unless it is required. */
export function leaveDefaultsOut(document: OpenApiDocument): void {
  for (const { parameters = [] } of operationsOf(document)) {
    for (const parameter of parameters) if (!parameter.required) delete parameter.required;
  }
}
