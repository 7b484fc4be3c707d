import { type Described, pathOf } from '../operation/example.ts';

/** Returns the sample for the command line. */
export function cliOf(example: Described): string {
  const { cli, method, body } = example;
  if (cli !== undefined) return `rotamer ${cli}`;
  const data = body ? ` -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'` : '';
  return `rotamer api ${method} '${pathOf(example)}'${data}`.replaceAll(/'([\w/.-]+)'/g, '$1');
}
