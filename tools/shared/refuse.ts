import { ToolError, type Verdict } from '../contract.ts';

/** Saved files are first read by the runner, so a run repeats the check before it starts. */
export function refuseProblems({ problems }: Verdict): void {
  if (problems.length === 0) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more problems)` : '';
  throw new ToolError(`${problems[0]!.path}: ${problems[0]!.message}${more}`);
}
