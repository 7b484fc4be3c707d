import type { Problem, Settings } from '../../contract.ts';

/** Returns a problem for each column that the program does not have. */
export const columnProblems = ({ columns }: Settings, known: readonly string[]): Problem[] =>
  (columns as string[]).flatMap((column, i) =>
    known.includes(column)
      ? []
      : [{ path: `settings.columns[${i}]`, message: `'${column}' is not a column; choose from ${known.join(', ')}` }],
  );
