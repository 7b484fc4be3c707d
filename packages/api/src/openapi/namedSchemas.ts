import type { TSchema } from 'typebox';
import { operations } from '../operations.ts';
import { targetOf } from '../schemas/build.ts';
import { errorEnvelope } from '../schemas/error.ts';

export type NamedSchema = TSchema & { $id: string };

/** Every schema with a name in the OpenAPI document, sorted by name: the schemas to which operations refer. */
export const namedSchemas: readonly NamedSchema[] = collect();

function collect(): NamedSchema[] {
  const found = new Map<string, NamedSchema>();
  const add = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const target = targetOf(part) as NamedSchema | undefined;
    const isNew = target && found.get(target.$id) !== target;
    if (isNew) {
      if (found.has(target.$id)) throw new Error(`two schemas are called ${target.$id}`);
      found.set(target.$id, target);
      add(target);
    }
    for (const value of Object.values(part)) add(value);
  };
  found.set('Error', errorEnvelope as unknown as NamedSchema);
  for (const { body, responses } of operations) [body, ...Object.values(responses)].forEach(add);
  return [...found.values()].sort((a, b) => (a.$id < b.$id ? -1 : 1));
}
