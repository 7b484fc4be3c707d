import type { Inspection } from '@rotamer/inspection/inspection.ts';
import { accepted } from '@rotamer/inspection/inspection.ts';

/** Returns the findings about a file, as files stores them. @throws validation_error for a file that is not accepted */
export function inspectedOf(inspection: Inspection) {
  const { previewKind, textual, ...content } = accepted(inspection);
  return {
    ...content,
    previewKind: previewKind ?? undefined,
    // An older files service would read the bytes as UTF-8.
    textual: textual && !content.decoding,
    units: { ...content.units },
  };
}
