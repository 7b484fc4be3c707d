import { ToolError } from '../contract.ts';
import { type CifToken, cifTokens } from '../shared/structure/cifTokens.ts';
import { linesOf } from '../shared/text.ts';

/** More residues than all chains of a request may have. */
const MAX_DECLARED = 200_000;

/** The names of the residues of each chain, by the author's id, as the header of a structure file declares them. */
export type Declared = Map<string, string[]>;

/** The sequences of SEQRES lines, or of the categories of polymer sequences in an mmCIF file; without them an empty map. */
export const declaredSequences = (text: string, format: string): Declared =>
  format === 'MMCIF' ? ofMmcif(text) : ofPdb(text);

/** SEQRES of the wwPDB format 3.3: the chain in column 12, names from column 20 on. */
function ofPdb(text: string): Declared {
  const declared: Declared = new Map();
  let count = 0;
  for (const line of linesOf(text)) {
    if (!line.startsWith('SEQRES')) continue;
    const names = line.slice(19, 70).split(' ').filter(Boolean);
    count += names.length;
    if (count > MAX_DECLARED) break;
    append(declared, line.slice(11, 12).trim(), names);
  }
  return declared;
}

function append(declared: Declared, chain: string, names: string[]): void {
  const known = declared.get(chain);
  if (known) known.push(...names);
  else declared.set(chain, names);
}

const SCHEME = '_pdbx_poly_seq_scheme';
const ENTITY = '_entity_poly';
const SEQUENCE = '_entity_poly_seq';

function ofMmcif(text: string): Declared {
  const rows = readCategories(text, [SCHEME, ENTITY, SEQUENCE]);
  const declared: Declared = new Map();
  const scheme = rows.get(SCHEME)!;
  if (scheme.length > 0) {
    for (const [chain, own] of grouped(scheme, 'pdb_strand_id')) declared.set(chain, namesOf(own, 'seq_id'));
    return declared;
  }
  const ofEntity = grouped(rows.get(SEQUENCE)!, 'entity_id');
  for (const { entity_id = '', pdbx_strand_id = '' } of rows.get(ENTITY)!)
    for (const chain of pdbx_strand_id.split(',').map((id) => id.trim()))
      declared.set(chain, namesOf(ofEntity.get(entity_id) ?? [], 'num'));
  return declared;
}

type Row = Record<string, string>;

function grouped(rows: Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column] ?? '');
    if (group) group.push(row);
    else groups.set(row[column] ?? '', [row]);
  }
  return groups;
}

/** Of two components at one place, which some crystals have, the first. */
function namesOf(rows: Row[], place: string): string[] {
  return rows.filter((row, i) => row[place] !== rows[i - 1]?.[place]).map(({ mon_id = '' }) => mon_id.toUpperCase());
}

/** The rows of some categories of the first data block, loops or single items. */
function readCategories(text: string, names: string[]): Map<string, Row[]> {
  const rows = new Map(names.map((name) => [name, [] as Row[]]));
  const tokens = [...declaring(cifTokens(linesOf(text)), names)];
  for (let at = 0; at < tokens.length; )
    at = isLoop(tokens[at]!) ? readLoop(tokens, at, rows) : readItem(tokens, at, rows);
  return rows;
}

const isLoop = ({ text, isQuoted }: CifToken) => !isQuoted && text.toLowerCase() === 'loop_';
const isName = ({ text, isQuoted }: CifToken) => !isQuoted && text.startsWith('_');

/** The tokens of loops and items of these categories: atoms, which are most of a file, are passed over. */
function* declaring(tokens: Iterable<CifToken>, names: string[]): Generator<CifToken> {
  const wanted = (name: string) => names.includes(categoryOf(name));
  let loop: CifToken | undefined;
  let isWanted = false;
  let count = 0;
  for (const token of tokens) {
    if (isLoop(token)) {
      loop = token;
      isWanted = false;
    } else if (isName(token)) {
      isWanted = wanted(token.text);
      if (isWanted && loop) yield loop;
      loop = undefined;
    }
    if (!isWanted) continue;
    if (++count > 12 * MAX_DECLARED) throw new ToolError('the file declares more than 200,000 residues');
    yield token;
  }
}

const categoryOf = (name: string) => name.slice(0, name.indexOf('.')).toLowerCase();
const columnOf = (name: string) => name.slice(name.indexOf('.') + 1).toLowerCase();

function readLoop(tokens: CifToken[], start: number, rows: Map<string, Row[]>): number {
  let at = start + 1;
  const columns: string[] = [];
  const own = rows.get(categoryOf(tokens[at]?.text ?? ''));
  for (; at < tokens.length && isName(tokens[at]!); at++) columns.push(columnOf(tokens[at]!.text));
  while (at < tokens.length && !isName(tokens[at]!) && !isLoop(tokens[at]!)) {
    own?.push(Object.fromEntries(columns.map((column, i) => [column, tokens[at + i]?.text ?? ''])));
    at += Math.max(1, columns.length);
  }
  return at;
}

function readItem(tokens: CifToken[], at: number, rows: Map<string, Row[]>): number {
  const name = tokens[at]!;
  const own = rows.get(categoryOf(name.text));
  if (!isName(name) || !own) return at + 1;
  if (own.length === 0) own.push({});
  own[0]![columnOf(name.text)] = tokens[at + 1]?.text ?? '';
  return at + 2;
}
