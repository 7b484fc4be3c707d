/** Files on which a parser or a regular expression may spend more time than their size warrants. */
export interface HostileSample {
  what: string;
  name: string;
  content: string;
}

const OPENING = 30_000;
const LINE = 32_000;

/** Returns `text` repeated up to a length. */
const filled = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

/** Returns different names, one for each position. */
const names = (count: number, text: (name: string) => string) =>
  Array.from({ length: count }, (_, i) => text(`z${i.toString(36)}`)).join('');

const nested = (open: string, close: string, depth: number, inside = '1') =>
  open.repeat(depth) + inside + close.repeat(depth);

/** Two branches with groups of the same name, deep inside: 23 KiB that acorn compares for hours. */
const sameGroups = nested('(', ')', 1_000, filled('(?<a>)|', 9_800));

const programs: Record<string, string> = {
  'regular expression with groups of one name': `/${sameGroups}|${sameGroups}/`,
  'regular expression of nested groups': `/${nested('(', ')', 14_000)}/`,
  'regular expression of lookbehinds': `/${nested('(?<=', ')', 5_000)}/`,
  'regular expression of back references': `/${filled('\\k<a>', OPENING)}(?<a>)/`,
  'declarations in nested blocks': '{'.repeat(1_000) + filled('var a;', OPENING),
  'different declarations in nested blocks': '{'.repeat(1_000) + names(4_500, (name) => `var ${name};`),
  'many names of one scope': `let ${names(6_000, (name) => `${name},`)}z`,
  'nested labels': names(6_000, (name) => `${name}:`),
  'nested parentheses before an arrow': `${nested('(a,', ')', 900, 'b')}=>1`,
  'nested patterns': `${nested('[', ']', 10_000)}=1`,
  'nested defaults': `${nested('([a=', ']', 900)})=>1`,
  'nested templates': filled('${`', OPENING),
  'private names': `class a{b(){${names(3_000, (name) => `this.#${name};`)}}}`,
};

const lines: Record<string, [name: string, content: string]> = {
  'a line of spaces': ['a.txt', filled(' ', 1e6)],
  'comments without end': ['a.txt', filled('/*x*/', 1e6)],
  'an open comment': ['a.txt', `/*${filled('x*', 1e6)}`],
  'open tags': ['a.txt', `<a ${filled('</a', 1e6)}`],
  'attributes without end': ['a.txt', `<a${filled(' b=', 1e6)}`],
  'style rules without end': ['a.txt', filled('a{b:c}', 1e6)],
  'properties with spaces': ['a.txt', `a{${filled(`color${' '.repeat(100)}`, OPENING)}}`],
  fences: ['a.md', filled('```\n', 1e6)],
  quotes: ['a.csv', filled('"', 1e6)],
  'open brackets of JSON': ['a.json', filled('[', 1e6)],
  'open brackets of SMILES': ['a.smi', filled('[', LINE)],
  'open brackets of Newick': ['a.nwk', filled('(', 1e6)],
  'rows of Clustal with spaces at their end': ['a.aln', `CLUSTAL\n${filled(`a A${' '.repeat(LINE - 10)}!\n`, 1e6)}`],
  'rows of Stockholm': ['a.sto', `# STOCKHOLM 1.0\n${filled(`a ${'A'.repeat(15_000)}${' '.repeat(15_000)}!\n`, 1e6)}`],
  'rows of Phylip': ['a.phy', `3 5\nabc ${filled('A  ', LINE)}\x7f`],
  'counts lines of molfiles': ['a.mol', `\n\n\n${filled('V2000  ', LINE)}!\n`],
  'tabs of GFF': ['a.gff', `##gff-version 3\n${filled(`a${'\t'.repeat(LINE)}\n`, 1e6)}`],
  'heads of functions': ['a.ts', filled(`${'function a('.repeat(20)}\n`, 1e6)],
};

export const hostileSamples: HostileSample[] = [
  ...Object.entries(programs).map(([what, content]) => ({ what, name: 'a.txt', content })),
  ...Object.entries(lines).map(([what, [name, content]]) => ({ what, name, content })),
];
