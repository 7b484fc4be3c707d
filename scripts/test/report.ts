import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** How the tests of a step ended. */
export interface Outcome {
  passed: number;
  /** Each names its file and test, with the opening of what went wrong. */
  failures: string[];
}

/**
 * Reads vitest's JSON report. A run that broke before its first test has none: nothing passed. A file that cannot be
 * loaded counts as failed.
 */
export function readReport(file: string, root: string): Outcome {
  if (!existsSync(file)) return { passed: 0, failures: [] };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${relative(root, name)}\n${opening(message)}`];
    return failed.map(
      (test) => `${relative(root, name)}: ${test.fullName}\n${opening(test.failureMessages.join('\n'))}`,
    );
  });
  return { passed: report.numPassedTests, failures };
}

/** Enough of a message to tell why from the last lines of a long log. */
function opening(message: string): string {
  return message.split('\n').slice(0, 12).join('\n');
}

/** What is read of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
