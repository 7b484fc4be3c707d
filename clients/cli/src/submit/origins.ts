import { ApiError } from '@rotamer/client';

/** Where an input of a request came from: a file of the user, and how many of its lines stand before the input's first. */
export interface Origin {
  name: string;
  linesBefore: number;
}

interface Detail {
  path: string;
  message: string;
}

/** `input.inputs[2].content`, which names an input to the service and nothing to the user. */
const inputPath = /input\.inputs\[(\d{1,6})\](?:\.(?:content|source(?:\.file_id)?))?/g;

/**
 * A message of the service in the user's terms: the file in place of the input's path, and lines counted in that file, from
 * there on and before the next path.
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

/** Does the work, and says in the user's terms what the service finds wrong with it. Machines read the paths as well. */
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
