import { type OpenApiDocument, within } from './document.ts';

/** Adds formats that give generators the width of numbers: a size needs more than 32 bits, and credits have a fraction. */
export function markNumbers({ components }: OpenApiDocument): void {
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
