import { ToolError, type Verdict } from '../contract.ts';

/** Throws the problems of a check. A run repeats the check, because only the runner reads saved files. */
export function refuseProblems({ problems }: Verdict): void {
  if (problems.length === 0) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more problems)` : '';
  throw new ToolError(`${problems[0]!.path}: ${problems[0]!.message}${more}`);
}
