import type { Searched } from '../shared/datasets/records.ts';
import { restoreNames } from '../shared/native/safeIds.ts';

const START = '<BlastOutput_iterations>\n';
const END = '</BlastOutput_iterations>';

/**
 * Joins BLAST's XML reports (`-outfmt 5`) of parts of the queries into one, with the users' names and consecutive
 * numbers of iterations. `database` replaces the path of the database. Letters that BLAST does not know, such as U, are X
 * in its alignments.
 */
export function joinXml(parts: string[], queries: Searched, subjects: Searched, database: string): string {
  const [first, ...others] = parts as [string, ...string[]];
  const iterations = [first, ...others].map((part) =>
    part.slice(part.indexOf(START) + START.length, part.indexOf(END)),
  );
  const numbered = iterations
    .join('')
    .replace(/(<Iteration_iter-num>)\d+/g, counter())
    .replace(/(<Iteration_query-ID>Query_)\d+/g, counter());
  const head = first
    .slice(0, first.indexOf(START) + START.length)
    .replace(/(<BlastOutput_db>)[^<]*/, (_, tag) => `${tag}${escaped(database)}`);
  const whole = `${head}${numbered}${first.slice(first.indexOf(END))}`;
  return whole
    .split('\n')
    .map((line) => (/^\s*<(Hit_def|\w+_query-def)>/.test(line) ? named(line, queries, subjects) : line))
    .join('\n');
}

function counter() {
  let count = 0;
  return (_: string, before: string) => `${before}${++count}`;
}

function named(line: string, queries: Searched, subjects: Searched): string {
  const records = line.includes('<Hit_def>') ? subjects : queries;
  return restoreNames(line, (index) => {
    const { name, description } = records.at(index) ?? { name: '?', description: '' };
    return escaped(description === '' ? name : `${name} ${description}`);
  });
}

/** Returns a text for XML. Control characters become spaces: XML 1.0 does not allow them, not even escaped. */
export const escaped = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
