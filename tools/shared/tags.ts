import { numbered } from './uniqueNames.ts';

/** Data of a molecule by name, in the order of the file: tags of an SD file, further columns of a list of SMILES. */
export type Tags = ReadonlyMap<string, string>;

/** Names of tags that hold a molecule's name or number, in the order of preference, without case and punctuation. */
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

/** The tag that has the name: the chosen one (case counts only where two differ by it alone), or undefined. */
export function chosenTag(tags: Tags, chosen = ''): string | undefined {
  if (chosen === '' || tags.has(chosen)) return chosen || undefined;
  return [...tags.keys()].find((name) => name.toLowerCase() === chosen.toLowerCase());
}

/** A tag that is known to hold names, and has one. */
export function knownNameTag(tags: Tags): string | undefined {
  const found = new Map([...tags.keys()].reverse().map((name) => [simple(name), name]));
  return nameTags.map((name) => found.get(name)).find((name) => name !== undefined && tags.get(name)!.trim() !== '');
}

/** More tags of a record than any program writes. */
const MAX_TAGS = 1000;

/**
 * The data items of an SD record: `> <name>`, the lines of the value, an empty line. A value may begin with `>`, as in `>5 nM`, and
 * go on after an empty line.
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

/** `> <name>` or `> DT12`, also where the line could be one of a value. */
function isHeader(line: string): boolean {
  if (!line.startsWith('>')) return false;
  const open = line.indexOf('<');
  return (open > 0 && line.lastIndexOf('>') > open) || /^> {0,4}DT\d/.test(line);
}

/** A tag that a record has twice keeps both values. */
export function tagsOf(names: string[], values: string[]): Map<string, string> {
  return new Map(numbered(names).map((name, i) => [name, values[i]!]));
}

/** `>  <IC50_nM>  (1)`, or the number of a field, `> DT12`. */
function tagName(header: string): string {
  const [open, end] = [header.indexOf('<'), header.lastIndexOf('>')];
  return (open > 0 && end > open ? header.slice(open + 1, end) : header.slice(1)).trim() || 'unnamed';
}

/** The data items of an SD record. A value has no empty lines, which end it for most programs, and none that begins as a tag or record does. */
export function writeTags(tags: Tags): string {
  return [...tags].map(([name, value]) => `> <${tagNameText(name)}>\n${tagValueText(value)}\n\n`).join('');
}

const tagNameText = (name: string): string => name.replace(/[<>\r\n]+/g, ' ').trim();

function tagValueText(value: string): string {
  const lines = value.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => (isHeader(line) || line.startsWith('$$$$') ? ` ${line}` : line)).join('\n');
}
