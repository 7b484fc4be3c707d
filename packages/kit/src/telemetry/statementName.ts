/** Names of the statements seen so far. Texts are constants in the code, except for a few that are composed. */
const names = new Map<string, string>();
const MAX_NAMES = 1_000;

/**
 * Returns operation and table of a statement: `insert outbox`, `select accept_jobs`, `begin`. Low cardinality, no values.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = nameOf(text);
  if (names.size < MAX_NAMES) names.set(text, name);
  return name;
}

/** Searched first: the table that a statement changes says more than the tables that it reads. */
const CHANGES = ['insert', 'update', 'delete'];

/** Words that can be in the position of a table name without being one. */
const NO_TABLE = ['lateral', 'unnest', 'rows', 'jsonb_to_recordset', 'only'];

/** Characters that are parsed: enough for every statement in our code. */
const READ = 8_000;

function nameOf(text: string): string {
  const words: string[] =
    text
      .slice(0, READ)
      .toLowerCase()
      .match(/[a-z_][a-z0-9_]*|[^\sa-z_]/g) ?? [];
  const [first = 'statement', second = '', third] = words;
  if (!['select', 'with', ...CHANGES].includes(first)) return first;
  const change = words.findIndex((word, i) => CHANGES.includes(word) && !isClause(words, i));
  if (change >= 0) {
    const verb = words[change]!;
    return named(verb, words[change + (verb === 'update' ? 1 : 2)]);
  }
  // A call of a function: `select accept_jobs($1)`.
  if (first === 'select' && !words.includes('from')) return named('select', third === '(' ? second : undefined);
  const table = words.find((word, i) => ['from', 'join'].includes(words[i - 1]!) && isTable(word));
  return named('select', table);
}

/** Returns whether the word belongs to `for update`, `for no key update` or `do update`, which by themselves change nothing. */
const isClause = (words: string[], i: number) => ['for', 'key', 'do'].includes(words[i - 1]!);

const isTable = (word: string) => /^[a-z_]/.test(word) && !NO_TABLE.includes(word);

const named = (verb: string, what = '') => `${verb} ${isTable(what) ? what : ''}`.trim();
