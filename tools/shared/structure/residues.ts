import { modifiedAminoAcids, modifiedNucleotides } from './components.ts';
import { type Atom, isHydrogen, type Residue } from './structure.ts';
import { isElement } from './symbols.ts';

const oneLetter: Record<string, string> = {
  ...{ ALA: 'A', ARG: 'R', ASN: 'N', ASP: 'D', CYS: 'C', GLN: 'Q', GLU: 'E', GLY: 'G', HIS: 'H', ILE: 'I' },
  ...{ LEU: 'L', LYS: 'K', MET: 'M', PHE: 'F', PRO: 'P', SER: 'S', THR: 'T', TRP: 'W', TYR: 'Y', VAL: 'V' },
  ...{ ASX: 'B', GLX: 'Z', UNK: 'X', SEC: 'U', PYL: 'O' },
};

const threeLetter = new Map(Object.entries(oneLetter).map(([name, letter]) => [letter, name]));

/** Heavy atoms of the side chains of the standard amino acids (PDB Chemical Component Dictionary). */
const sideChains: Record<string, string> = {
  ...{ ALA: 'CB', GLY: '', SER: 'CB OG', CYS: 'CB SG', THR: 'CB OG1 CG2', VAL: 'CB CG1 CG2', PRO: 'CB CG CD' },
  ...{ ASN: 'CB CG OD1 ND2', ASP: 'CB CG OD1 OD2', LEU: 'CB CG CD1 CD2', ILE: 'CB CG1 CG2 CD1', MET: 'CB CG SD CE' },
  ...{ GLN: 'CB CG CD OE1 NE2', GLU: 'CB CG CD OE1 OE2', LYS: 'CB CG CD CE NZ', HIS: 'CB CG ND1 CD2 CE1 NE2' },
  ...{ ARG: 'CB CG CD NE CZ NH1 NH2', PHE: 'CB CG CD1 CD2 CE1 CE2 CZ', TYR: 'CB CG CD1 CD2 CE1 CE2 CZ OH' },
  ...{ TRP: 'CB CG CD1 CD2 NE1 CE2 CE3 CZ2 CZ3 CH2' },
};

export const BACKBONE = ['N', 'CA', 'C', 'O'];

/** Names that force fields give to the oxygens at the end of a chain. */
export const endOxygens = ['OXT', 'OT1', 'OT2', 'OC1', 'OC2', 'O1', 'O2', "O'", "O''", 'OT'];

/** Returns the heavy atoms of a standard amino acid: backbone, then side chain. Returns undefined for other names. */
export function heavyAtomsOf(name: string): string[] | undefined {
  const side = sideChains[name];
  return side === undefined ? undefined : [...BACKBONE, ...side.split(' ').filter(Boolean)];
}

/**
 * Names of AMBER, CHARMM, GROMACS, OPLS, PDB2PQR and Maestro for protonation states and disulfides. Some are also
 * components of the Protein Data Bank (HSE, HIP, LYN, GLH); the atoms decide which is meant.
 */
const forceFieldParents: Record<string, string> = {
  ...{ HID: 'HIS', HIE: 'HIS', HIP: 'HIS', HSD: 'HIS', HSE: 'HIS', HSP: 'HIS', HISA: 'HIS', HISB: 'HIS', HISH: 'HIS' },
  ...{ HIS1: 'HIS', HIS2: 'HIS', HISD: 'HIS', HISE: 'HIS', HISP: 'HIS', HIH: 'HIS', HISN: 'HIS' },
  ...{ CYX: 'CYS', CYM: 'CYS', CYN: 'CYS', CYT: 'CYS', CYS1: 'CYS', CYS2: 'CYS', CYSH: 'CYS', CYSM: 'CYS' },
  ...{ CYSX: 'CYS', CYSD: 'CYS', CYSF: 'CYS', CYSS: 'CYS', DISU: 'CYS' },
  ...{ ASH: 'ASP', ASPH: 'ASP', ASPP: 'ASP', AS4: 'ASP', ASP1: 'ASP', ASP2: 'ASP' },
  ...{ GLH: 'GLU', GLUH: 'GLU', GLUP: 'GLU', GL4: 'GLU', GLU1: 'GLU', GLU2: 'GLU', GLM: 'GLU' },
  ...{ LYN: 'LYS', LSN: 'LYS', LYSH: 'LYS', LYSN: 'LYS', LYP: 'LYS', LYSP: 'LYS' },
  ...{ ARN: 'ARG', RN1: 'ARG', RN2: 'ARG', ARGN: 'ARG', ARGP: 'ARG', AR0: 'ARG' },
  ...{ TYM: 'TYR', TYD: 'TYR', TYO: 'TYR', TYRU: 'TYR', TYRM: 'TYR', SRO: 'SER', SEM: 'SER', SERD: 'SER', THO: 'THR' },
};

/** Standard nucleotides, with their names in old files, AMBER and CHARMM. */
const nucleotides = new Map(
  Object.entries({
    A: 'A DA RA A5 A3 AN DA5 DA3 DAN RA5 RA3 RAN ADE',
    C: 'C DC RC C5 C3 CN DC5 DC3 DCN RC5 RC3 RCN CYT',
    G: 'G DG RG G5 G3 GN DG5 DG3 DGN RG5 RG3 RGN GUA',
    U: 'U DU RU U5 U3 UN RU5 RU3 RUN URA URI',
    T: 'T DT DT5 DT3 DTN THY',
    I: 'I DI',
    N: 'N DN',
  }).flatMap(([letter, names]) => names.split(' ').map((name) => [name, letter] as const)),
);
/** Residues with these names are nucleotides even when the file has only their phosphorus. */
const plainNucleotides = new Set('A C G U I N DA DC DG DT DU DI DN'.split(' '));

const waters = new Set(
  (
    'HOH WAT WTR H2O D2O DOD HHO OHH OH2 SOL TIP TIP2 TIP3 TIP4 TIP5 TIPS T3P T4P T5P TP3 TP4 TP5 TP3M SPC SPCE OPC OPC3 ' +
    'SWM4 TIP3P TIP4P TIP5P'
  ).split(' '),
);

/** Groups that end a chain of amino acids: acetyl, formyl, N-methylamide, amide and others. They have no letter. */
const caps = new Set('ACE FOR ACY BOC CBX CBZ IVA MYR NME NMA NHE NH2 NHM CT1 CT2 CT3'.split(' '));

/** Ions of force fields, with the element. In the Protein Data Bank these ions are named after their elements. */
const forceFieldIons: Record<string, string> = {
  ...{ SOD: 'NA', 'NA+': 'NA', NIO: 'NA', POT: 'K', 'K+': 'K', CLA: 'CL', 'CL-': 'CL', CIO: 'CL', CIM: 'CL' },
  ...{ CAL: 'CA', CA2: 'CA', C0: 'CA', CES: 'CS', 'CS+': 'CS', LIT: 'LI', 'LI+': 'LI', RUB: 'RB', 'RB+': 'RB' },
  ...{ BAR: 'BA', ZN2: 'ZN', CAD: 'CD', MG2: 'MG', MN2: 'MN', FE2: 'FE', FE3: 'FE', CU1: 'CU', CU2: 'CU', NI2: 'NI' },
};

/** Returns the element of an ion by the name of its residue, which has one atom; undefined for other names. */
export function ionElement(name: string): string | undefined {
  const known = forceFieldIons[name];
  if (known) return known;
  return name.length <= 2 && isElement(name) && !'CNOHDSP'.includes(name) ? name : undefined;
}

const nonMetals = new Set('H D HE B C N O F NE SI P S CL AR GE AS SE BR KR TE I XE AT RN'.split(' '));

/** Whether a residue is a metal, such as ZN: it has one heavy atom, which is a metal. */
export function isMetalIon({ atoms }: Pick<Residue, 'atoms'>): boolean {
  const [first, ...others] = atoms.filter((atom) => !isHydrogen(atom));
  return (
    first !== undefined &&
    first.element !== '' &&
    !nonMetals.has(first.element) &&
    others.every(({ name }) => name === first.name)
  );
}

/** Whether a residue is water. Water has one oxygen and no other heavy atom with an element. */
export function isWater(name: string, atoms: Atom[]): boolean {
  if (!waters.has(name)) return false;
  return atoms.every(
    ({ element, name: atom }) => element === 'O' || element === 'H' || element === 'D' || /^(M|EP|LP|D)/.test(atom),
  );
}

export const isCap = (name: string): boolean => caps.has(name);

/**
 * Whether a name is that of an amino acid of a chain in the Protein Data Bank or in a force field, including AMBER's
 * names for the ends of chains.
 */
export const isStandardAminoAcid = (name: string): boolean => oneLetter[name] !== undefined;

/** Returns a name without the N or C that AMBER puts before names of residues at the ends of chains. */
function withoutEnd(name: string): string {
  const inner = name.slice(1);
  return name.length === 4 && /^[NC]/.test(name) && (sideChains[inner] !== undefined || forceFieldParents[inner])
    ? inner
    : name;
}

/** Whether a name is that of a standard amino acid, nucleotide or water. */
export const isPolymerName = (name: string): boolean =>
  isStandardAminoAcid(name) || plainNucleotides.has(name) || waters.has(name);

/** Whether a name of three letters is known. The next letter is then part of a chain id of two letters. */
export const isKnownName = (name: string): boolean =>
  isPolymerName(name) || forceFieldParents[name] !== undefined || modifiedAminoAcids.has(name);

/** Whether four letters are one residue name, and not a name of three letters before a chain id of two. */
export const isLongName = (name: string): boolean =>
  waters.has(name) || forceFieldParents[name] !== undefined || withoutEnd(name) !== name;

/**
 * Returns the standard amino acid that a name stands for. For a name of a force field the atoms must fit; for a
 * modified residue it is the parent. Returns `UNK` for an amino acid without a parent, and undefined for other names.
 */
export function aminoAcidParent(name: string, atoms: Pick<Atom, 'name' | 'element'>[]): string | undefined {
  if (isStandardAminoAcid(name)) return name;
  const base = withoutEnd(name);
  const parent = forceFieldParents[base] ?? (base !== name ? base : undefined);
  if (parent && hasAtomsOf(parent, atoms)) return parent;
  const letter = modifiedAminoAcids.get(name);
  return letter === undefined ? undefined : threeLetter.get(letter);
}

/** Whether a name is one of a force field for a residue with the heavy atoms of the standard one. */
export const isForceFieldName = (name: string): boolean =>
  forceFieldParents[withoutEnd(name)] !== undefined || withoutEnd(name) !== name;

function hasAtomsOf(parent: string, atoms: Pick<Atom, 'name' | 'element'>[]): boolean {
  const known = new Set([...heavyAtomsOf(parent)!, ...endOxygens, 'CD']);
  return atoms.every(({ name, element }) => element === 'H' || element === 'D' || element === '' || known.has(name));
}

const SUGAR = [
  ["C1'", "C4'"],
  ['C1*', 'C4*'],
];

export const hasSugar = (atoms: Pick<Atom, 'name'>[]): boolean =>
  SUGAR.some((names) => names.every((name) => atoms.some((atom) => atom.name === name)));

/** Returns the letter of a standard nucleotide, or of the parent of a modified one; undefined for other names. */
export function nucleotideLetter(name: string, atoms: Pick<Atom, 'name'>[]): string | undefined {
  if (plainNucleotides.has(name)) return nucleotides.get(name);
  return hasSugar(atoms) ? (nucleotides.get(name) ?? modifiedNucleotides.get(name)) : undefined;
}

export const isModifiedNucleotide = (name: string): boolean => modifiedNucleotides.has(name);

/**
 * Returns the letter of a residue in a sequence: that of its parent, X for an unknown amino acid, N for an unknown
 * nucleotide, and none for a cap.
 */
export function letterOf({ class: kind, parent }: Pick<Residue, 'class' | 'parent'>): string {
  if (kind === 'nucleic') return parent ?? 'N';
  if (kind === 'protein') return (parent && oneLetter[parent]) || 'X';
  return '';
}

/** Atoms in the same place that have another name in a modified residue than in its parent. */
const renamed: Record<string, Record<string, string>> = { MSE: { SE: 'SD' }, SEC: { SE: 'SG' }, CSE: { SE: 'SG' } };

const elementOf: Record<string, string> = { SD: 'S', SG: 'S' };

/**
 * Returns an amino acid as its standard parent, for programs that only know standard ones. It gets the parent's name,
 * atoms and ATOM records; other atoms are left out, and hydrogens too unless the residue is a protonation state.
 * Residues without such a parent do not change.
 */
export function asParent(residue: Residue): Residue {
  const { name, parent } = residue;
  const wanted = residue.class === 'protein' && parent && parent !== name ? heavyAtomsOf(parent) : undefined;
  if (!wanted) return residue;
  const isState = isForceFieldName(name) && hasAtomsOf(parent!, residue.atoms);
  const known = new Set([...wanted, 'OXT']);
  const atoms = residue.atoms.flatMap((atom) => {
    if (isState && isHydrogen(atom)) return [atom];
    const as = renamed[name]?.[atom.name] ?? endName(atom.name, parent!);
    return known.has(as)
      ? [{ ...atom, name: as, element: as === atom.name ? atom.element : (elementOf[as] ?? atom.element) }]
      : [];
  });
  return { ...residue, name: parent!, isHet: false, atoms };
}

/** Returns the name in the Protein Data Bank of an atom with a force field's name. */
function endName(atom: string, parent: string): string {
  if (atom === 'CD' && parent === 'ILE') return 'CD1';
  if (atom === 'OT1' || atom === 'OC1') return 'O';
  return atom === 'OT2' || atom === 'OC2' ? 'OXT' : atom;
}
