import { ApiError } from '@rotamer/client';

/** The source of an input: a file of the user, and the number of its lines before the input's first line. */
export interface Origin {
  name: string;
  linesBefore: number;
}

interface Detail {
  path: string;
  message: string;
}

/** `input.inputs[2].content`: the service's name for an input, which means nothing to the user. */
const inputPath = /input\.inputs\[(\d{1,6})\](?:\.(?:content|source(?:\.file_id)?))?/g;

/**
 * Returns a message of the service in the user's terms. The file replaces the input's path, and line numbers between that path and
 * the next one are counted in that file.
 */
export function inOwnWords(message: string, origins: readonly (Origin | undefined)[]): string {
  const paths = [...message.matchAll(inputPath)];
  const parts = paths.map((path, i) => {
    const rest = message.slice(path.index + path[0].length, paths[i + 1]?.index);
    const origin = origins[Number(path[1])];
    return origin ? origin.name + inFile(rest, origin) : path[0] + rest;
  });
  return message.slice(0, paths[0]?.index) + parts.join('');
}

const inFile = (text: string, { linesBefore }: Origin): string =>
  text.replace(/\bline (\d{1,9})\b/g, (_line, number) => `line ${Number(number) + linesBefore}`);

/** Does the work, and rewrites the service's messages in the user's terms. The paths stay, for machines. */
export async function namingFiles<T>(origins: readonly (Origin | undefined)[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) {
      error.message = inOwnWords(error.message, origins);
      const { errors } = (error.details ?? {}) as { errors?: (Detail & { shown?: string })[] };
      if (Array.isArray(errors))
        for (const one of errors) one.shown = inOwnWords(`${one.path}: ${one.message}`, origins);
    }
    throw error;
  }
}
