import { LABEL_KEY, LABEL_LIST, LABEL_VALUE } from '@rotamer/domain/labels.ts';

const id = (prefix: string) => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;

/** The format of a project's id. Handlers check whether the project exists. */
export const PROJECT_ID = id('proj');

/** The format of the id of a collection of files. */
export const COLLECTION_ID = id('col');

/** The format of a day, or of a time in UTC. */
export const MOMENT = '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z)?$';

/** The format of a filter by types of events. Handlers check whether the types exist. */
export const EVENT_TYPES = '^[a-z_]+\\.([a-z_]+|\\*)(,[a-z_]+\\.([a-z_]+|\\*))*$';

/** The pattern of several words, separated by commas. */
export const listOfWords = (words: readonly string[]) => `^(${words.join('|')})(,(${words.join('|')}))*$`;

const patternsInWords: Record<string, string> = {
  [PROJECT_ID]: 'must be the id of a project: proj_ and 26 characters',
  [MOMENT]: 'must be a day such as 2026-03-01, or a time in UTC such as 2026-03-01T12:00:00Z',
  [EVENT_TYPES]: 'must be types of events such as job.completed or job.*, separated by commas',
  [LABEL_LIST]: 'must be key=value, or several separated by commas, such as plate=7,robot=a',
  [LABEL_KEY]: 'must be the key of a label: up to 63 letters, digits, - _ and ., after an optional prefix and /',
  [LABEL_VALUE]: 'must be empty, or up to 63 letters, digits, - _ and .',
  [COLLECTION_ID]: 'must be the id of a collection: col_ and 26 characters',
};

/** Returns the error message for text that does not have the format; undefined for a format without words. */
export function patternInWords(pattern: string): string | undefined {
  const words = /^\^\(([\w|]+)\)\(,\(\1\)\)\*\$$/.exec(pattern)?.[1];
  if (words) return `must be one or several of ${words.replaceAll('|', ', ')}, separated by commas`;
  return patternsInWords[pattern];
}
