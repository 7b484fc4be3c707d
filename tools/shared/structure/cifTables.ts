import { type CifToken, isValue } from './cifTokens.ts';

/** Categories that are kept besides the atoms, with the columns that are read. */
const kept = new Map([
  ['_pdbx_struct_mod_residue', ['auth_comp_id', 'label_comp_id', 'parent_comp_id']],
  ['_chem_comp', ['id', 'mon_nstd_parent_comp_id']],
  ['_entity_poly_seq', ['entity_id', 'mon_id']],
  ['_entity_poly', ['entity_id', 'pdbx_strand_id']],
  ['_struct_asym', ['id', 'entity_id']],
  ['_ma_qa_metric', ['name', 'type']],
  ['_software', ['name']],
  ['_exptl', ['method']],
]);

/** Maximum rows of a category: enough for the sequences of the largest entries. */
const MAX_ROWS = 200_000;

/** The rows of the categories of an mmCIF file that describe its residues. */
export class CifTables {
  readonly #rows = new Map<string, string[][]>();

  of(category: string): string[][] {
    return this.#rows.get(category) ?? [];
  }

  /** Keeps an item of a category with one row, which is written without `loop_`. */
  keepItem(name: string, value: CifToken): void {
    const [category, column] = name.split('.') as [string, string?];
    const at = kept.get(category)?.indexOf(column ?? '') ?? -1;
    if (at === -1 || !isValue(value)) return;
    if (!this.#rows.has(category)) this.#rows.set(category, [kept.get(category)!.map(() => '')]);
    this.#rows.get(category)![0]![at] = value.text;
  }

  /**
   * Returns a function that keeps the rows of a loop with these names; undefined when none of its columns is needed.
   */
  rowReader(names: string[]): ((values: CifToken[]) => void) | undefined {
    const category = names[0]!.split('.')[0]!;
    const columns = kept.get(category)?.map((name) => names.indexOf(`${category}.${name}`));
    if (!columns) return undefined;
    const rows: string[][] = [];
    this.#rows.set(category, rows);
    return (values) => {
      if (rows.length < MAX_ROWS)
        rows.push(columns.map((at) => (at !== -1 && isValue(values[at]!) ? values[at]!.text : '')));
    };
  }

  /** Returns the standard residues of modified ones. */
  parents(): Map<string, string> {
    const stated = this.of('_pdbx_struct_mod_residue').map(([author, label, parent]) => [author || label!, parent!]);
    return new Map(
      [...this.of('_chem_comp'), ...stated].filter(([name, parent]) => name && parent) as [string, string][],
    );
  }

  /**
   * Returns the names of the residues in each chain's sequence, by the author's chain id.
   *
   * @param authors The author's ids of chains by their `label_asym_id`.
   */
  sequences(authors: Map<string, string>): Map<string, string[]> {
    const ofEntity = new Map<string, string[]>();
    for (const [entity, name] of this.of('_entity_poly_seq')) {
      if (!ofEntity.has(entity!)) ofEntity.set(entity!, []);
      ofEntity.get(entity!)!.push(name!);
    }
    const sequences = new Map<string, string[]>();
    const add = (chain: string | undefined, entity: string) => {
      const names = ofEntity.get(entity);
      if (chain && names) sequences.set(chain, names);
    };
    for (const [label, entity] of this.of('_struct_asym')) add(authors.get(label!), entity!);
    for (const [entity, strands] of this.of('_entity_poly'))
      for (const id of strands!.split(',')) add(id.trim(), entity!);
    return sequences;
  }
}
