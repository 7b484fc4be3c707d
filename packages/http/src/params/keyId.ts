import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The id of an API key in a path; a malformed one is not_found, without a statement. */
export function keyIdOf({ keyId }: { keyId: string }): string {
  if (!isId('key', keyId)) throw notFound('API key');
  return keyId;
}
