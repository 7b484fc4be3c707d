import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The outcome of the tests of a step. */
export interface Outcome {
  passed: number;
  failures: Failure[];
}

/** A failed test, or a file that could not be loaded. */
export interface Failure {
  /** Path of the file from the root of the repository. */
  file: string;
  /** The file, the test and the first lines of the message. */
  text: string;
}

/**
 * Reads vitest's JSON report. A run that crashed before its first test has no report, and counts as nothing passed. A file that
 * cannot be loaded counts as a failure.
 */
export function readReport(file: string, root: string): Outcome {
  if (!existsSync(file)) return { passed: 0, failures: [] };
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [{ file, text: `${file}\n${firstLines(message)}` }];
    return failed.map(({ fullName, failureMessages }) => {
      return { file, text: `${file}: ${fullName}\n${firstLines(failureMessages.join('\n'))}` };
    });
  });
  return { passed: report.numPassedTests, failures };
}

/** Returns the first lines of a message, so that the reason is visible at the end of a long log. */
function firstLines(message: string): string {
  return message.split('\n').slice(0, 12).join('\n');
}

/** The used fields of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
