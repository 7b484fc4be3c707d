import { Type } from 'typebox';
import { oneOf } from './build.ts';
import { MOMENT } from './idPatterns.ts';

const example = { examples: ['2026-03-01'] };

/** The query parameters of a range in time. The end is not in the range, so that one month begins where the last one ended. */
export const rangeQuery = {
  from: Type.Optional(
    Type.String({ pattern: MOMENT, description: 'From this time on: a day or a time in UTC, ending in Z', ...example }),
  ),
  to: Type.Optional(
    Type.String({
      pattern: MOMENT,
      description:
        'Before this time: a day or a time in UTC. A day means its beginning, so all of March is 2026-03-01 to 2026-04-01',
    }),
  ),
};

/** Most rows of a CSV file. */
export const MAX_CSV_ROWS = 100_000;

/** Most rows of a CSV file of sums, which billing sends in one message of at most 4 MiB. */
export const MAX_CSV_SUMS = 20_000;

/** Returns the query parameter that chooses CSV. `most`: the most rows of the file. */
export const formatQuery = (most = MAX_CSV_ROWS) => ({
  format: Type.Optional(
    oneOf(['json', 'csv'], `csv: all matching rows as one file, at most ${most}; \`limit\` does not apply`),
  ),
});
