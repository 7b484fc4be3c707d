/** Names of the statements seen so far; texts are constants of the code, but for the few that are put together. */
const names = new Map<string, string>();
const MAX_NAMES = 1_000;

/** What a statement does to what: `insert outbox`, `select accept_jobs`, `begin`. Low in number, and without any value. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = nameOf(text);
  if (names.size < MAX_NAMES) names.set(text, name);
  return name;
}

const VERBS = ['select', 'insert', 'update', 'delete'];

/** Words of SQL that stand before what a statement is about. */
const BEFORE_TARGET: Record<string, string[]> = {
  select: ['from'],
  insert: ['into'],
  update: ['update'],
  delete: ['from'],
};

/** Long enough for every statement of ours. */
const READ = 8_000;

function nameOf(text: string): string {
  const words =
    text
      .slice(0, READ)
      .toLowerCase()
      .match(/[a-z_][a-z0-9_]*|[^\sa-z_]/g) ?? [];
  const [first = 'statement'] = words;
  const start = first === 'with' ? mainStatement(words) : 0;
  const verb = words[start]!;
  if (!VERBS.includes(verb)) return first;
  const own = words.slice(start);
  const target = own[own.findIndex((word) => BEFORE_TARGET[verb]!.includes(word)) + 1];
  // A call of a function: `select accept_jobs($1)`.
  if (verb === 'select' && !own.includes('from')) return `select ${own[2] === '(' ? own[1] : ''}`.trim();
  if (verb === 'select' && target === '(') return verb;
  return `${verb} ${target && /^[a-z_]/.test(target) ? target : ''}`.trim();
}

/** Where the statement behind its `with` list begins: the first verb outside of all brackets. */
function mainStatement(words: string[]): number {
  let depth = 0;
  for (const [i, word] of words.entries()) {
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else if (depth === 0 && VERBS.includes(word)) return i;
  }
  return 0;
}
