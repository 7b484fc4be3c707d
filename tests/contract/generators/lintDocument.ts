import { createConfig, lint } from '@redocly/openapi-core';

/**
 * Runs the linter of Redocly's command line with its recommended rules.
 *
 * @throws Error with every problem, including warnings.
 */
export async function lintDocument(document: string): Promise<void> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The condition of SubmittedInput names a field that only one variant of `source` has.
      'no-required-schema-properties-undefined': 'off',
    },
  });
  const problems = await lint({ ref: document, config });
  if (problems.length === 0) return;
  const lines = problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location.map(({ pointer }) => pointer).join()}`,
  );
  throw new Error(lines.join('\n'));
}
