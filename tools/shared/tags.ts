import { numbered } from './uniqueNames.ts';

/** Data of a molecule by name, in the order of the file: tags of an SD file, or further columns of a list of SMILES. */
export type Tags = ReadonlyMap<string, string>;

/** Tags that hold a molecule's name or number, in order of preference, compared without case and punctuation. */
const nameTags = [
  ...[
    'name',
    'molname',
    'moleculename',
    'compoundname',
    'genericname',
    'preferredname',
    'title',
    'id',
    'idnumber',
    'molid',
  ],
  ...['moleculeid', 'compoundid', 'compound', 'cmpdid', 'catalogid', 'catalognumber', 'catalog', 'vendorid', 'regid'],
  ...['chemblid', 'moleculechemblid', 'zincid', 'drugbankid', 'databaseid', 'pubchemcompoundcid', 'cid', 'chebiid'],
  ...['hmdbid', 'cas', 'casnumber', 'casrn', 'casregistrynumber', 'code', 'ligandid', 'entry'],
];

const simple = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Returns the tag that was chosen for the names, or undefined. Case matters only when two tags differ in nothing else.
 */
export function chosenTag(tags: Tags, chosen = ''): string | undefined {
  if (chosen === '' || tags.has(chosen)) return chosen || undefined;
  return [...tags.keys()].find((name) => name.toLowerCase() === chosen.toLowerCase());
}

/** Returns a tag that is known to hold names and is not empty. */
export function knownNameTag(tags: Tags): string | undefined {
  const found = new Map([...tags.keys()].reverse().map((name) => [simple(name), name]));
  return nameTags.map((name) => found.get(name)).find((name) => name !== undefined && tags.get(name)!.trim() !== '');
}

/** Maximum number of tags of a record; programs write fewer. */
const MAX_TAGS = 1000;

/**
 * Reads the data items of an SD record: `> <name>`, the lines of the value, an empty line. A value may begin with `>`,
 * as in `>5 nM`, and continue after an empty line.
 */
export function readTags(lines: string[]): Map<string, string> {
  const items: { name: string; value: string[] }[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (isOpen ? isHeader(line) : line.startsWith('>')) {
      if (items.length === MAX_TAGS) break;
      items.push({ name: tagName(line), value: [] });
      isOpen = true;
    } else if (line.trim() === '') isOpen = false;
    else items.at(-1)?.value.push(line);
  }
  return tagsOf(
    items.map(({ name }) => name),
    items.map(({ value }) => value.join('\n')),
  );
}

/** Whether a line is `> <name>` or `> DT12`. Such a line within a value is also taken for a header. */
function isHeader(line: string): boolean {
  if (!line.startsWith('>')) return false;
  const open = line.indexOf('<');
  return (open > 0 && line.lastIndexOf('>') > open) || /^> {0,4}DT\d/.test(line);
}

/** Returns a map of tags. A tag that a record has twice keeps both values, under numbered names. */
export function tagsOf(names: string[], values: string[]): Map<string, string> {
  return new Map(numbered(names).map((name, i) => [name, values[i]!]));
}

/** Returns the name in `>  <IC50_nM>  (1)`, or the number of a field in `> DT12`. */
function tagName(header: string): string {
  const [open, end] = [header.indexOf('<'), header.lastIndexOf('>')];
  return (open > 0 && end > open ? header.slice(open + 1, end) : header.slice(1)).trim() || 'unnamed';
}

/**
 * Writes the data items of an SD record. Empty lines are removed from values, because they end a value for most
 * programs. Lines of a value that look like a tag or the end of a record are indented.
 */
export function writeTags(tags: Tags): string {
  return [...tags].map(([name, value]) => `> <${tagNameText(name)}>\n${tagValueText(value)}\n\n`).join('');
}

const tagNameText = (name: string): string => name.replace(/[<>\r\n]+/g, ' ').trim();

function tagValueText(value: string): string {
  const lines = value.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => (isHeader(line) || line.startsWith('$$$$') ? ` ${line}` : line)).join('\n');
}
