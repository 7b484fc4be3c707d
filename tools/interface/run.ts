import type { Run, ToolRun } from '../contract.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normaliseNoted, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, type Residue, residueName } from '../shared/structure/structure.ts';
import { pointOf, rounded } from '../shared/structure/vectors.ts';
import { radiusOf } from '../surface-area/radii.ts';
import { accessibleAreas, spherePoints } from '../surface-area/surface.ts';
import { type Bond, bondsOf, SALT_BRIDGE } from './bonds.ts';
import { check } from './check.ts';
import { nearAtoms, residuePairs } from './contacts.ts';
import { buriedPicture } from './picture.ts';
import { statesOf } from './protons.ts';
import { hasPolymer, isPolymer, type Side, sidesOf } from './sides.ts';
import { structures } from './tool.ts';

type Record = StructureRecord & { inputId: string };

interface InterfaceSettings {
  chains_a: string[];
  chains_b: string[];
  contact: number;
  probe: number;
  points: number;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const settings = job.settings as unknown as InterfaceSettings;
  const options = { ...selectionOf({ model: job.settings.model }), writesPdb: false };
  const { records } = readStructures(job.inputs, structures, 'polymer', options);
  const notes = new Notes(job);
  const areas = surfaceOf(job, settings);
  let pictures = 0;
  for (const [i, record] of records.entries()) {
    const chains = chainsOf(job, record, notes);
    const stateOf = statesOf(record.structure);
    let found = 0;
    for (const [one, other] of sidesOf(chains, settings.chains_a, settings.chains_b)) {
      const near = nearAtoms(one, other, Math.max(settings.contact, SALT_BRIDGE));
      const pairs = residuePairs(near, settings.contact);
      if (pairs.length === 0) continue;
      const alone = [
        await areas(one.residues),
        await areas(other.residues),
        await areas([...one.residues, ...other.residues]),
      ];
      if (alone.includes(undefined)) return;
      const [a, b, together] = alone as [number[], number[], number[]];
      found++;
      const rows = write(job, record, [one, other], {
        pairs,
        bonds: bondsOf(near, one, other, stateOf),
        areas: [...a, ...b],
        together,
      });
      const picture = numbered(`interface-${i + 1}`, found, 'svg');
      if (++pictures <= MAX_PICTURES)
        job.file(PICTURE, picture, buriedPicture(`${record.name}, ${one.name} and ${other.name}`, rows), {
          sourceInputIds: [record.inputId],
        });
    }
    if (found === 0)
      notes.warn(record.inputId, record.name, `no chains come within ${settings.contact} Å of each other`);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/** Returns the amino acids and nucleotides of each chain. Notes all other residues of the input. */
function chainsOf(job: ToolRun, record: Record, notes: Notes): Map<string, Residue[]> {
  const options = {
    keepHydrogens: false,
    mseToMet: false,
    altloc: job.settings.altloc as string,
    chainIds: 'source' as const,
  };
  const chains = normaliseNoted(notes, record, options);
  const all = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]);
  noteResidues(
    notes,
    record,
    all.filter((residue) => !isPolymer(residue)),
    'interfaces are between chains of amino acids and nucleotides',
  );
  if (all.some((residue) => residue.class === 'nucleic'))
    notes.warn(record.inputId, record.name, 'hydrogen bonds and salt bridges are found between amino acids alone');
  const own = chains.map(({ source, polymer }) => ({ id: source, residues: polymer.filter(isPolymer) }));
  return new Map(own.filter(hasPolymer).map(({ id, residues }) => [id, residues]));
}

/** Atoms computed between two checks of the signal. */
const ATOMS_PER_STEP = 200;

/**
 * Returns a function that computes the accessible surface of each residue. The function returns undefined when the job
 * was stopped.
 */
function surfaceOf(job: ToolRun, { probe, points }: InterfaceSettings) {
  const sphere = spherePoints(points);
  return async (residues: Residue[]): Promise<number[] | undefined> => {
    const owner = residues.flatMap(({ atoms }, i) => atoms.map(() => i));
    const spheres = atomsOf(residues).map((atom) => ({ center: pointOf(atom), radius: radiusOf(atom.element) }));
    const sums = residues.map(() => 0);
    let atom = 0;
    for (const area of accessibleAreas(spheres, probe, sphere)) {
      sums[owner[atom++]!]! += area;
      if (atom % ATOMS_PER_STEP === 0 && !(await goOn(job.signal))) return undefined;
    }
    return sums;
  };
}

interface Found {
  pairs: [a: number, b: number][];
  bonds: Bond[];
  /** Areas of the residues of both sides, each side without the other. */
  areas: number[];
  together: number[];
}

/** Writes the rows of an interface. Returns the rows of residues. */
function write(job: ToolRun, { name, inputId }: Record, [one, other]: [Side, Side], found: Found) {
  const place = { sourceInputIds: [inputId] };
  const { pairs, bonds, areas, together } = found;
  const sides = { structure: name, chain_a: one.name, chain_b: other.name };
  const buried = areas.map((area, i) => area - together[i]!);
  const total = buried.reduce((sum, area) => sum + area, 0);
  const count = (kind: Bond['kind']) => bonds.filter((bond) => bond.kind === kind).length;
  const partners = [one, other].map((_, side) => counted(pairs.map((pair) => pair[side]!))) as [
    Map<number, number>,
    Map<number, number>,
  ];
  job.item(
    'interfaces',
    {
      ...sides,
      ...{ buried_area: rounded(total, 2), interface_area: rounded(total / 2, 2) },
      ...{ residues_a: partners[0].size, residues_b: partners[1].size, contacts: pairs.length },
      ...{ hbonds: count('hbond'), salt_bridges: count('salt_bridge') },
    },
    place,
  );
  const rows = [...one.residues, ...other.residues].flatMap((residue, i) => {
    const side = i < one.residues.length ? ('a' as const) : ('b' as const);
    const contacts = side === 'a' ? partners[0].get(i) : partners[1].get(i - one.residues.length);
    const { chain, number, insertion } = residue;
    const row = { side, chain, number, insertion, residue: residue.name, contacts: contacts ?? 0 };
    const figures = { area_alone: rounded(areas[i]!, 2), buried: rounded(buried[i]!, 2) };
    return contacts || figures.buried > 0 ? [{ ...row, ...figures }] : [];
  });
  for (const row of rows) job.item('residues', { ...sides, ...row }, place);
  for (const { kind, a, b, atomA, atomB, distance } of bonds) {
    const [nameA, nameB] = [residueName(one.residues[a]!), residueName(other.residues[b]!)];
    const atoms = { atom_a: `${nameA} ${atomA.name}`, atom_b: `${nameB} ${atomB.name}` };
    job.item('bonds', { ...sides, kind, ...atoms, distance: rounded(distance, 2) }, place);
  }
  return rows;
}

function counted(values: number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
