import { quoted, type TextProblems } from '../problems.ts';
import { linesOf } from '../text.ts';
import { type AtomLine, StructureBuilder } from './build.ts';
import { CifTables } from './cifTables.ts';
import { CifError, type CifToken, cifTokens, isValue } from './cifTokens.ts';
import { elementOfSymbol } from './elements.ts';
import { isCoordinate, type StructureLimits } from './limits.ts';
import { ModelLines } from './modelLines.ts';
import { isPredictor } from './plddt.ts';
import type { Structure } from './structure.ts';

/** Items with a single value that are kept, by their lower-case names. */
const headerItems = ['_entry.id', '_struct.title', '_refine.ls_d_res_high', '_em_3d_reconstruction.resolution'];

/**
 * Reads one model of an mmCIF file: the `_atom_site` loop of its first data block, with the author's chain ids and
 * residue numbers, as PDB files have them. Every atom of every model is checked. Returns undefined when there are
 * problems.
 */
export function readMmcif(
  text: string,
  model: number,
  limits: StructureLimits,
  problems: TextProblems,
): Structure | undefined {
  const reader = new Reader(model, limits, problems);
  try {
    reader.read(text);
  } catch (error) {
    if (!(error instanceof CifError)) throw error;
    // Faults of later data blocks do not matter: the atoms are read.
    if (!reader.isComplete) problems.add(`line ${error.line}: ${error.message}`);
  }
  return reader.result(text);
}

class Reader {
  readonly #model: number;
  readonly #limits: StructureLimits;
  readonly #problems: TextProblems;
  readonly #builder = new StructureBuilder();
  readonly #header = new Map<string, string>();
  readonly #models = new Map<string, number>();
  readonly #modelLines = new ModelLines();
  readonly #tables = new CifTables();
  /** The author's chain ids by `label_asym_id`. */
  readonly #authors = new Map<string, string>();
  readonly #warnings: string[] = [];
  #atoms = 0;
  /** The data block after the block with the atoms that are read. Only its atoms are looked for, to warn of them. */
  #nextBlock: string | undefined;

  constructor(model: number, limits: StructureLimits, problems: TextProblems) {
    this.#model = model;
    this.#limits = limits;
    this.#problems = problems;
  }

  /** Whether the data block with the atoms is read. */
  get isComplete(): boolean {
    return this.#nextBlock !== undefined;
  }

  read(text: string): void {
    const tokens = cifTokens(linesOf(text));
    let begun = false;
    let next = tokens.next();
    while (!next.done) {
      const token = next.value;
      const word = token.isQuoted ? '' : token.text.toLowerCase();
      if (!begun && !word.startsWith('data_'))
        throw new CifError(token.line, `an mmCIF file starts with 'data_', found ${quoted(token.text)}`);
      if (word.startsWith('data_')) {
        if (begun && this.#atoms > 0) this.#nextBlock = token.text.slice('data_'.length);
        begun = true;
        next = tokens.next();
      } else if (word === 'loop_') next = this.#readLoop(tokens, token.line);
      else if (word.startsWith('_')) {
        const value = tokens.next();
        if (value.done) throw new CifError(token.line, `the item ${quoted(token.text)} has no value`);
        if (this.#nextBlock === undefined) this.#keepItem(word, value.value);
        next = tokens.next();
      } else next = tokens.next();
    }
  }

  #keepItem(name: string, value: CifToken): void {
    if (headerItems.includes(name) && isValue(value)) this.#header.set(name, value.text.trim());
    this.#tables.keepItem(name, value);
  }

  /** Reads a loop. Returns the token after it. */
  #readLoop(tokens: Generator<CifToken>, line: number): IteratorResult<CifToken> {
    const names: string[] = [];
    let next = tokens.next();
    for (; !next.done && !next.value.isQuoted && next.value.text.startsWith('_'); next = tokens.next())
      names.push(next.value.text.toLowerCase());
    if (names.length === 0) throw new CifError(line, "'loop_' is followed by no names");
    const row = this.#rowReader(names, line);
    let values: CifToken[] = [];
    for (; !next.done && !isKeyword(next.value); next = tokens.next()) {
      if (!row) continue;
      values.push(next.value);
      if (values.length < names.length) continue;
      row(values);
      values = [];
    }
    if (values.length > 0)
      throw new CifError(values[0]!.line, `the last row has ${values.length} values, the loop ${names.length} names`);
    return next;
  }

  #rowReader(names: string[], line: number): ((values: CifToken[]) => void) | undefined {
    const isAtoms = names[0]!.startsWith('_atom_site.');
    if (this.#nextBlock === undefined) return isAtoms ? this.#atomReader(names, line) : this.#tables.rowReader(names);
    if (isAtoms)
      this.#warnings.push(
        `line ${line}: the data block ${quoted(this.#nextBlock)} has atoms too, which are not read: only those of the first block are`,
      );
    return undefined;
  }

  #atomReader(names: string[], line: number): (values: CifToken[]) => void {
    const column = (...wanted: string[]) => wanted.map((name) => names.indexOf(`_atom_site.${name}`));
    const [x, y, z] = column('cartn_x', 'cartn_y', 'cartn_z') as [number, number, number];
    for (const [axis, at] of Object.entries({ Cartn_x: x, Cartn_y: y, Cartn_z: z }))
      if (at === -1) throw new CifError(line, `the atom loop has no _atom_site.${axis}`);
    const columns = {
      group: column('group_pdb'),
      name: column('auth_atom_id', 'label_atom_id'),
      residue: column('auth_comp_id', 'label_comp_id'),
      chain: column('auth_asym_id', 'label_asym_id'),
      segment: column('label_asym_id'),
      number: column('auth_seq_id', 'label_seq_id'),
      labelSeq: column('label_seq_id'),
      insertion: column('pdbx_pdb_ins_code'),
      altLoc: column('label_alt_id'),
      element: column('type_symbol'),
      occupancy: column('occupancy'),
      bFactor: column('b_iso_or_equiv'),
      model: column('pdbx_pdb_model_num'),
    };
    return (values) => {
      const first = values[0]!.line;
      if (++this.#atoms > this.#limits.maxAtomLines)
        throw new CifError(first, `more than ${this.#limits.maxAtomLines} atoms in all models`);
      const text = (wanted: number[]) => {
        for (const at of wanted) if (at !== -1 && isValue(values[at]!)) return values[at]!.text;
        return '';
      };
      // Values may have a standard uncertainty, as in 27.340(5).
      const point = [x, y, z].map((at) => values[at]!.text.replace(/\(\d{1,9}\)$/, ''));
      for (const [axis, at] of [x, y, z].entries())
        if (!isCoordinate(point[axis]!)) {
          this.#problems.add(
            `line ${values[at]!.line}: bad coordinates: ${quoted(values[at]!.text)} is not a number from -999.999 to 9999.999`,
          );
          return;
        }
      const number = text(columns.number) || '0';
      if (!/^-?\d{1,9}$/.test(number)) {
        this.#problems.add(`line ${first}: bad residue number ${quoted(number)}`);
        return;
      }
      const model = this.#modelNumber(text(columns.model));
      const [name, residueName] = [text(columns.name), text(columns.residue).toUpperCase()];
      const chain = text(columns.chain);
      const [insertion, altLoc] = [text(columns.insertion).trim(), text(columns.altLoc).trim()];
      this.#modelLines.add(model, [name, residueName, chain, number, insertion, altLoc].join(' '), point.join(' '));
      if (model !== this.#model) return;
      if (name === '' || residueName === '') {
        this.#problems.add(`line ${first}: the atom has no name or no residue name`);
        return;
      }
      const atom: AtomLine = {
        name,
        residueName,
        chain,
        segment: text(columns.segment),
        number: Number(number),
        insertion,
        altLoc,
        x: Number(point[0]),
        y: Number(point[1]),
        z: Number(point[2]),
        occupancy: numberOr(text(columns.occupancy), 1),
        bFactor: numberOr(text(columns.bFactor), 0),
        element: elementOfSymbol(text(columns.element), name, residueName),
        isHet: text(columns.group).toUpperCase() === 'HETATM',
        inSequence: text(columns.labelSeq) !== '',
      };
      if (!this.#authors.has(atom.segment)) this.#authors.set(atom.segment, atom.chain);
      this.#builder.add(atom);
    };
  }

  /** Returns the number of a model. Models are counted in the order of the file; their own numbers are ignored. */
  #modelNumber(name: string): number {
    const known = this.#models.get(name);
    if (known !== undefined) return known;
    this.#models.set(name, this.#models.size + 1);
    return this.#models.size;
  }

  result(text: string): Structure | undefined {
    if (this.#problems.messages.length > 0) return undefined;
    if (this.#atoms === 0) {
      this.#problems.add(text.trim() === '' ? 'the content is empty' : 'no _atom_site loop with atoms');
      return undefined;
    }
    const resolution =
      this.#header.get('_refine.ls_d_res_high') ?? this.#header.get('_em_3d_reconstruction.resolution');
    const isExperiment = this.#tables.of('_exptl').some(([method]) => method && !/THEORETICAL/i.test(method));
    const described = ['_ma_qa_metric', '_software'].flatMap((name) => this.#tables.of(name).flat());
    const title = this.#header.get('_struct.title') ?? null;
    return this.#builder.build({
      id: this.#header.get('_entry.id')?.slice(0, 40) ?? null,
      title,
      resolution: resolution === undefined ? null : numberOr(resolution, 0) || null,
      models: this.#models.size,
      comparison: this.#modelLines.compare(),
      warnings: this.#warnings,
      parents: this.#tables.parents(),
      sequences: this.#tables.sequences(this.#authors),
      isPrediction: !isExperiment && [...described, title ?? ''].some(isPredictor),
      isExperiment,
    });
  }
}

export const isKeyword = ({ text, isQuoted }: CifToken): boolean =>
  !isQuoted && /^(_|loop_|data_|save_|global_|stop_)/i.test(text);

function numberOr(text: string, missing: number): number {
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? missing : value;
}
