import { describe, expect, it } from 'vitest';
import { limitProblems, planProblem, workspaceNameProblem } from './workspace.ts';

describe('a workspace name', () => {
  it.each(['A', 'Structural Biology', '蛋白质', '🧬'.repeat(80)])('may be %j', (name) => {
    expect(workspaceNameProblem(name)).toBeUndefined();
  });

  it.each(['', '   ', 'a'.repeat(81), 'a\u0000b', 'a\nb'])('may not be %j', (name) => {
    expect(workspaceNameProblem(name)).toMatchObject({ path: 'name' });
  });
});

describe('a plan', () => {
  it('must exist; otherwise the message lists the existing plans', () => {
    expect(planProblem('PRO', ['FREE', 'PRO'])).toBeUndefined();
    expect(planProblem('GOLD', ['FREE', 'PRO'])).toEqual({ path: 'plan', message: 'must be one of FREE, PRO' });
  });
});

describe('limits', () => {
  const wrong = (limits: object) => limitProblems(limits).filter((problem) => problem !== undefined);

  it('may be left out, and may be zero for limits that can block everything', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ concurrentJobs: 0, jobsPerDay: 0, storageBytes: 0, requestsPerMinute: 1 })).toEqual([]);
  });

  it('are named like the options of the admin command', () => {
    const problems = wrong({ concurrentJobs: -1, jobsPerDay: 0.5, storageBytes: -1, requestsPerMinute: 0 });
    expect(problems.map((problem) => problem.path)).toEqual([
      'concurrent-jobs',
      'jobs-per-day',
      'storage-bytes',
      'requests-per-minute',
    ]);
  });
});
