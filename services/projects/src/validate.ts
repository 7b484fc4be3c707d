import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';

/** Throws a `validation_error` that names all problems, if there are any. */
export function requireValid(...problems: (Problem | undefined)[]): void {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw validationFault(found);
}
