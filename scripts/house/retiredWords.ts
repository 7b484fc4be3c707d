import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const allowancesFile = join(import.meta.dirname, 'retiredWords.json');

/** A word that new text must not use. */
interface RetiredWord {
  /** Matches the word in running text. */
  pattern: RegExp;
  /** What to write in its place. */
  write: string;
  why: string;
}

/** Retired words; docs/writing.md says how to use the list. */
export const RETIRED: RetiredWord[] = [
  { pattern: /\bwho(m|so)?ever\b/i, write: 'the client, the user, the caller, …', why: 'a pronoun without a noun' },
  { pattern: /\bwhatever\b/i, write: 'any, every, each with the noun', why: 'a pronoun without a noun' },
  {
    pattern: /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|less\b)[a-z]/i,
    write: '"is not a …"',
    why: 'an inverted negation',
  },
  { pattern: /\bof (its|ones?) own\b/i, write: '"its own …"', why: 'a detour' },
  { pattern: /\bso many\b/i, write: 'this many, or the number', why: 'leaves the number open' },
  { pattern: /\banew\b/i, write: 'again', why: 'a rare word' },
  {
    pattern: /(?<!\bleav(e|es|ing)\b[^.]{0,50})\balone\b/i,
    write: 'only, by itself, separately',
    why: 'has several meanings',
  },
  { pattern: /\bwhose turn\b/i, write: 'in round-robin order', why: 'a picture' },
  {
    pattern: /\b(is|are|was|were|be|been) told\b/i,
    write: 'gets, is notified, receives',
    why: 'programs do not speak',
  },
  { pattern: /\b(is|was|were|been) heard\b/i, write: 'was received', why: 'programs do not listen' },
  { pattern: /\b(is|are|was|were) away\b/i, write: 'is unavailable', why: 'a picture' },
  { pattern: /\bparked\b/i, write: 'dead-lettered', why: 'the field says dead letter' },
  { pattern: /\blanes?\b/i, write: 'workers per workspace', why: 'a picture' },
  { pattern: /\bpatien(ce|t)\b/i, write: 'retry policy, timeout', why: 'a picture' },
  { pattern: /\bcaution(s|ed)?\b/i, write: 'circuit breaker, claim backoff', why: 'the field says circuit breaker' },
  { pattern: /\b(departures?|regather\w*|crowds?)\b/i, write: 'batch, flush, linger', why: 'the field says batch' },
  { pattern: /\bhand(s|ed|ing)? back\b/i, write: 'release (a lease), nack (a message)', why: 'the field says release' },
  { pattern: /\bobeys?\b/i, write: 'applies', why: 'a picture' },
  { pattern: /\bmortals?\b/i, write: 'crash injection', why: 'a picture' },
  { pattern: /\bnews\b/i, write: 'update', why: 'a picture' },
  { pattern: /\*\s*Answers\b/, write: 'Returns', why: 'functions return' },
];

/** A retired word in a file. */
export interface Finding {
  file: string;
  line: number;
  word: string;
  write: string;
}

/** Returns the retired words in the prose of a file: a document without its code, or the comments and strings of a source. */
export function findRetired(file: string): Finding[] {
  const lines = proseOf(file, readFileSync(join(root, file), 'utf8')).split('\n');
  return lines.flatMap((text, n) =>
    RETIRED.flatMap(({ pattern, write }) => {
      const word = pattern.exec(text)?.[0];
      return word ? [{ file, line: n + 1, word, write }] : [];
    }),
  );
}

/** Returns tracked and new files that match, without generated files and test data. */
export function filesOf(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  const skipped = /^(proto\/gen|tools\/testdata)\/|\.gen\.ts$|client\.py$|schema\.sql$|retiredWords/;
  return listed
    .trim()
    .split('\n')
    .filter((file) => !skipped.test(file) && existsSync(join(root, file)));
}

/** The parts of the sources. The retired words in the folders of a part are counted together. */
export const PARTS: Record<string, string[]> = {
  'services and packages': ['services', 'packages', 'proto/rotamer'],
  tools: ['tools'],
  clients: ['clients'],
  tests: ['tests'],
  operation: ['deploy', 'charts', 'scripts', 'tilt'],
};

/** Returns the retired words in the sources of a part. */
export function retiredIn(part: string): Finding[] {
  const endings = ['ts', 'sql', 'py', 'proto', 'css', 'eta', 'yaml', 'tpl'];
  return filesOf(...PARTS[part]!.flatMap((folder) => endings.map((ending) => `${folder}/**/*.${ending}`))).flatMap(
    findRetired,
  );
}

/** Returns how many retired words each part may have. */
export function readAllowances(): Record<string, number> {
  return JSON.parse(readFileSync(allowancesFile, 'utf8'));
}

/** Lowers each allowance to the present count; never raises one. */
export function lowerAllowances(): void {
  const allowed = readAllowances();
  const entries = Object.keys(PARTS).map((part) => [part, Math.min(retiredIn(part).length, allowed[part] ?? 0)]);
  writeFileSync(allowancesFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** Returns a file's text without code. Keeps line numbers. */
function proseOf(file: string, text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  if (extname(file) === '.md') return text.replace(/^```[\s\S]*?^```/gm, blank).replace(/`[^`\n]*`/g, blank);
  if (!/\.(ts|css)$/.test(file)) return text;
  const prose =
    text.match(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\n/g) ?? [];
  return prose.join('');
}
