import type { ApiError } from '../api/apiError.ts';

/** The parameters of a protocol, for fields of the API. */
export interface Names {
  /** The parameter that holds the input of each slot. */
  inputs: string[];
  /** The parameter from which each setting came. */
  settings: Map<string, string>;
}

/** Returns what is wrong with a request, with the names of the protocol's parameters in place of the API's paths. */
export function inOwnWords({ message, problems }: ApiError, { inputs, settings }: Names): string {
  if (problems.length === 0) return message;
  return problems.map((problem) => `${nameOf(problem.path)}: ${problem.message}`).join('; ');

  function nameOf(path: string): string {
    const [, index] = /^input\.inputs\[(\d+)\]/.exec(path) ?? [];
    if (index !== undefined) return inputs[Number(index)] ?? path;
    const [, setting] = /^settings\.(\w+)/.exec(path) ?? [];
    return (setting && settings.get(setting)) || path;
  }
}
