import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { limits } from '../definition/limits.ts';

/** Returns the requested page size, limited to 1 to 100. */
export function pageLimit(asked: number): number {
  return Math.min(Math.max(asked || 20, 1), 100);
}

/** Returns a problem unless the text has `min` to `max` characters. */
export function length(path: string, text: string | undefined, min: number, max: number): Problem | undefined {
  if (text === undefined || (text.length >= min && [...text].length <= max && !text.includes('\0'))) return undefined;
  return { path, message: `must have ${min} to ${max} characters` };
}

/** Parses JSON of a request. Its size is checked before it is parsed. An empty text is an empty object. */
export function parseJson(path: string, text: string): unknown {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.definitionBytes)
    throw validationFault([{ path, message: `has ${bytes} bytes; the limit is ${limits.definitionBytes}` }]);
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw validationFault([{ path, message: 'is not valid JSON' }]);
  }
}
