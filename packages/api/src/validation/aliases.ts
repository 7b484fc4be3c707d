import { isDeepStrictEqual } from 'node:util';
import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';

/** One field of a request that has two names. */
export interface TwoNames {
  /** Path of the enclosing object; omitted at the top of the body. */
  path?: string;
  alias: string;
  name: string;
  values: [unknown, unknown];
}

/** Refuses fields that are sent under both names with different values. */
export function refuseDoubleNames(fields: TwoNames[]): void {
  const problems: Problem[] = fields
    .filter(({ values: [one, other] }) => one !== undefined && other !== undefined && !isDeepStrictEqual(one, other))
    .map(({ path, alias, name }) => ({
      path: path ? `${path}.${alias}` : alias,
      message: `differs from ${name}; send only one of them`,
    }));
  if (problems.length > 0) throw validationFault(problems);
}
