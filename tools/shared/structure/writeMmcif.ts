import type { Atom, Residue } from './structure.ts';

const COLUMNS = [
  ...[
    'group_PDB',
    'id',
    'type_symbol',
    'label_atom_id',
    'label_alt_id',
    'label_comp_id',
    'label_asym_id',
    'label_entity_id',
  ],
  ...['label_seq_id', 'pdbx_PDB_ins_code', 'Cartn_x', 'Cartn_y', 'Cartn_z', 'occupancy', 'B_iso_or_equiv'],
  ...['auth_seq_id', 'auth_comp_id', 'auth_asym_id', 'auth_atom_id', 'pdbx_PDB_model_num'],
];

/** mkdssp finds no residues without this category. */
const SCHEME = [
  ...['asym_id', 'entity_id', 'seq_id', 'mon_id', 'ndb_seq_num', 'pdb_seq_num', 'auth_seq_num'],
  ...['pdb_mon_id', 'auth_mon_id', 'pdb_strand_id', 'pdb_ins_code', 'hetero'],
];

interface Entity {
  id: number;
  type: 'polymer' | 'non-polymer' | 'water';
  residues: Residue[];
}

/**
 * Writes an mmCIF file (PDBx/mmCIF dictionary 5) of residues: entities, their sequences and the atoms. The polymer of
 * each chain is an entity, and each name of a ligand is another. Gemmi, Biopython, Biotite and mkdssp read the file.
 */
export function writeMmcif(residues: Residue[], { id, title }: { id: string | null; title: string | null }): string {
  const name = id !== null && /^[0-9A-Za-z_-]+$/.test(id) ? id : 'structure';
  const asyms = asymsOf(residues);
  const entities = [...new Set(asyms.map(({ entity }) => entity))];
  const lines = [
    ...[
      `data_${name}`,
      '#',
      `_entry.id ${name}`,
      ...(title ? [`_struct.entry_id ${name}`, `_struct.title ${quote(title)}`] : []),
      '#',
    ],
    ...loop(
      '_entity',
      ['id', 'type'],
      entities.map((entity) => [String(entity.id), entity.type]),
    ),
    ...loop(
      '_entity_poly',
      ['entity_id', 'type', 'pdbx_strand_id'],
      entities
        .filter(({ type }) => type === 'polymer')
        .map((entity) => [String(entity.id), quote(polymerType(entity)), quote(entity.residues[0]!.chain || 'A')]),
    ),
    ...loop('_chem_comp', ['id', 'type'], componentRows(residues)),
    ...loop(
      '_entity_poly_seq',
      ['entity_id', 'num', 'mon_id', 'hetero'],
      entities
        .filter(({ type }) => type === 'polymer')
        .flatMap((entity) =>
          entity.residues.map((residue, i) => [String(entity.id), String(i + 1), quote(residue.name), 'n']),
        ),
    ),
    ...loop(
      '_struct_asym',
      ['id', 'entity_id'],
      asyms.map(({ asym, entity }) => [asym, String(entity.id)]),
    ),
    ...loop('_pdbx_poly_seq_scheme', SCHEME, schemeRows(asyms)),
    ...loop('_atom_site', COLUMNS, atomRows(asyms)),
  ];
  return `${lines.join('\n')}\n`;
}

interface Asym {
  asym: string;
  entity: Entity;
  residues: Residue[];
}

const isPolymer = (residue: Residue): boolean => ['protein', 'nucleic', 'cap'].includes(residue.class);

/** Returns the parts with a `label_asym_id`: the polymer of each chain, each of its ligands, and its waters. */
function asymsOf(residues: Residue[]): Asym[] {
  const asyms: Asym[] = [];
  const byName = new Map<string, Entity>();
  const open = new Map<string, Asym>();
  let entities = 0;
  for (const residue of residues) {
    const kind = isPolymer(residue) ? 'polymer' : residue.class === 'water' ? 'water' : 'non-polymer';
    const key = `${kind}\n${residue.chain}`;
    let place = kind === 'non-polymer' ? undefined : open.get(key);
    if (!place) {
      const known = kind === 'polymer' ? undefined : byName.get(residue.name);
      const entity: Entity = known ?? { id: ++entities, type: kind, residues: [] };
      if (kind !== 'polymer') byName.set(residue.name, entity);
      place = { asym: asymId(asyms.length), entity, residues: [] };
      asyms.push(place);
      open.set(key, place);
    }
    place.residues.push(residue);
    if (kind === 'polymer') place.entity.residues.push(residue);
  }
  return asyms;
}

/** Returns A, …, Z, AA, BA, … as the Protein Data Bank counts. */
function asymId(index: number): string {
  let text = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) text += String.fromCharCode(65 + (rest % 26));
  return text;
}

/** Returns names with the types of the component dictionary. Without a type, Mol* draws modified residues as ligands. */
function componentRows(residues: Residue[]): string[][] {
  const types = new Map(residues.map(({ name }) => [name, 'non-polymer']));
  for (const { name, class: kind } of residues)
    if (kind === 'nucleic') types.set(name, /^D[ACGTUIN]$/.test(name) ? 'DNA linking' : 'RNA linking');
    else if (kind === 'protein') types.set(name, name === 'GLY' ? 'peptide linking' : 'L-peptide linking');
  return [...types].map(([name, type]) => [quote(name), quote(type)]);
}

function polymerType({ residues }: Entity): string {
  if (residues.some((residue) => residue.class === 'protein')) return 'polypeptide(L)';
  return residues.some(({ name }) => /^D[ACGTUIN]$/.test(name)) ? 'polydeoxyribonucleotide' : 'polyribonucleotide';
}

function schemeRows(asyms: Asym[]): string[][] {
  const polymers = asyms.filter(({ entity }) => entity.type === 'polymer');
  return polymers.flatMap(({ asym, entity, residues }) =>
    residues.map(({ name, number, insertion, chain }, i) => {
      const [component, place, author] = [quote(name), String(i + 1), String(number)];
      const names = [component, component, quote(chain || 'A'), value(insertion, '.'), 'n'];
      return [asym, String(entity.id), place, component, place, author, author, ...names];
    }),
  );
}

function atomRows(asyms: Asym[]): string[][] {
  let serial = 0;
  return asyms.flatMap(({ asym, entity, residues }) =>
    residues.flatMap((residue, i) =>
      residue.atoms.map((atom) =>
        atomRow(atom, residue, ++serial, asym, entity, entity.type === 'polymer' ? String(i + 1) : '.'),
      ),
    ),
  );
}

function atomRow(atom: Atom, residue: Residue, serial: number, asym: string, entity: Entity, place: string): string[] {
  const { name, number, insertion, chain, isHet } = residue;
  const component = quote(name);
  return [
    ...[isHet || entity.type !== 'polymer' ? 'HETATM' : 'ATOM', String(serial), atom.element || 'X', quote(atom.name)],
    ...[value(atom.altLoc, '.'), component, asym, String(entity.id), place, value(insertion, '?')],
    ...[atom.x, atom.y, atom.z].map((value) => value.toFixed(3)),
    ...[atom.occupancy, atom.bFactor].map((value) => value.toFixed(2)),
    ...[String(number), component, quote(chain || 'A'), quote(atom.name), '1'],
  ];
}

function loop(category: string, names: string[], rows: string[][]): string[] {
  if (rows.length === 0) return [];
  return ['loop_', ...names.map((name) => `${category}.${name}`), ...rows.map((row) => row.join(' ')), '#'];
}

/** Returns a quoted value, or the sign for a missing one. */
const value = (text: string, missing: string): string => (text === '' ? missing : quote(text));

/** Quotes a value that has white space or quotes, or begins like a keyword. */
function quote(value: string): string {
  const text = value.replace(/[\r\n]+/g, ' ');
  if (text !== '' && !/[\s'"#$[\];]/.test(text) && !/^(_|\.$|\?$|data_|loop_|save_|stop_|global_)/i.test(text))
    return text;
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? `\n;${text}\n;\n` : `"${text}"`;
}
