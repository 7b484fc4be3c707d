import { type Run, type Settings, ToolError } from '../contract.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { CHAIN_IDS } from '../shared/structure/chains.ts';
import { type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import { noteChanges, noteReading } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { select, wholeFirstModel } from '../shared/structure/selection.ts';
import type { Residue, Structure } from '../shared/structure/structure.ts';
import { pointOf, rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { type AtomChoice, matchTraces, type Pairs, pairChains, type Trace, traceOf } from './match.ts';
import { MIN_PAIRS, refine } from './refine.ts';
import { move, type Superposition } from './superpose.ts';
import { mobile as mobileSlot, reference as referenceSlot } from './tool.ts';

export const run: Run = async (job) => {
  const { settings } = job;
  const references = readStructures(job.inputs, referenceSlot, 'protein', {
    model: settings.model_reference as number,
  });
  const mobiles = readStructures(job.inputs, mobileSlot, 'protein', { model: settings.model_mobile as number });
  refuseProblems({ problems: [...references.problems, ...mobiles.problems], units: 0 });
  const notes = new Notes(job);
  const altloc = settings.altloc as string;
  const [{ structure, inputId: referenceId }] = references.records as [(typeof references.records)[number]];
  const whole = (record: (typeof references.records)[number]) => {
    noteReading(notes, record);
    const { chains, changes } = normalise(record.structure, { keepHydrogens: true, mseToMet: false, altloc });
    noteChanges(notes, record, changes);
    return chains;
  };
  const fixed = whole(references.records[0]!);
  const reference = chosen(structure, settings.residues_reference as string, altloc);

  const done: {
    row: Record<string, unknown> & { rmsd: number };
    pdb: string;
    overlay: string | null;
    inputId: string;
  }[] = [];
  const failures: string[] = [];
  for (const [i, record] of mobiles.records.entries()) {
    const { name, structure: moving, inputId } = record;
    try {
      const chains = whole(record);
      const traces = pairedTraces(chosen(moving, settings.residues_mobile as string, altloc), reference, settings);
      const pairs = matchAll(traces, settings);
      const { found, used } = refine(pairs, settings.cycles as number, settings.cutoff as number);
      const moved = movedResidues(chains, found);
      const overlay = overlaid(fixed, chains, moved, structure);
      if (overlay === null)
        notes.warn(inputId, name, 'reference and structure have too many chains for one file of both');
      const row = {
        mobile: name,
        chain_reference: traces.map(([, { chain }]) => chain).join(','),
        chain_mobile: traces.map(([{ chain }]) => chain).join(','),
        aligned: used,
        rejected: pairs.mobile.length - used,
        rmsd: rounded(found.rmsd, 4),
        rotation: found.rotation.map((line) => line.map((value) => rounded(value, 8))),
        translation: found.translation.map((value) => rounded(value, 5)),
        file: numbered('superposed', i + 1, 'pdb'),
        overlay: overlay === null ? null : numbered('overlay', i + 1, 'pdb'),
      };
      done.push({ row, pdb: writePdb(moved, { id: moving.id, hybrid36: true }), overlay, inputId });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failures.push(`${name}: ${error.message}`);
      job.item('failures', { mobile: name, message: error.message }, { sourceInputIds: [inputId] });
    }
    job.progress(i + 1, mobiles.records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (done.length === 0 && !job.signal.aborted)
    throw new ToolError(`no structure could be superposed; first error: ${failures[0]}`);

  // Ranks are known when all are done, or when the job is stopped. Equal values keep the order of the input.
  done.sort((a, b) => a.row.rmsd - b.row.rmsd);
  for (const [i, { row, pdb, overlay, inputId }] of done.entries()) {
    const place = { sourceInputIds: [referenceId, inputId], rank: i + 1 };
    job.item('superpositions', row, place);
    job.file('superposed', row.file as string, pdb, place);
    if (overlay !== null) job.file('overlay', row.overlay as string, overlay, place);
  }
};

/**
 * Returns the chains with only the chosen residues.
 *
 * @throws ToolError when these residues do not exist.
 */
function chosen(structure: Structure, residues: string, altloc: string): NormalisedChain[] {
  const selected = select(structure, { ...wholeFirstModel, residues });
  if (typeof selected === 'string') throw new ToolError(selected);
  return normalise(selected.structure, { keepHydrogens: false, mseToMet: true, altloc }).chains;
}

function pairedTraces(mobile: NormalisedChain[], reference: NormalisedChain[], settings: Settings): [Trace, Trace][] {
  if (settings.all_chains) return pairChains(mobile, reference);
  return [[traceOf(mobile, settings.chain_mobile as string), traceOf(reference, settings.chain_reference as string)]];
}

/**
 * Returns all pairs of matching atoms.
 *
 * @throws ToolError when the pairs do not determine a rotation.
 */
function matchAll(traces: [Trace, Trace][], { match, atoms }: Settings): Pairs {
  const matched = traces.map(([mobile, reference]) =>
    matchTraces(mobile, reference, match as 'residue_number' | 'sequence_alignment', atoms as AtomChoice),
  );
  const pairs = {
    mobile: matched.flatMap(({ mobile }) => mobile),
    reference: matched.flatMap(({ reference }) => reference),
  };
  const what = atoms === 'CA' ? 'residues' : 'atoms';
  if (pairs.mobile.length < MIN_PAIRS)
    throw new ToolError(`${pairs.mobile.length} ${what} match the reference, at least ${MIN_PAIRS} are needed`);
  return pairs;
}

const allOf = (chains: NormalisedChain[]): Residue[] =>
  (['polymer', 'ligands', 'waters'] as const).flatMap((part) => chains.flatMap((chain) => chain[part]));

/** Returns all residues of the file in their new position, including ligands and waters. */
const movedResidues = (chains: NormalisedChain[], superposition: Superposition): Residue[] =>
  allOf(chains).map((residue) => ({
    ...residue,
    atoms: residue.atoms.map((atom) => {
      const [x, y, z] = move(superposition, pointOf(atom));
      return { ...atom, x, y, z };
    }),
  }));

/**
 * Returns the reference and the moved structure in one file, without waters. Chains of the moved structure get unused
 * letters. Returns null if there are not enough letters.
 */
function overlaid(
  fixed: NormalisedChain[],
  chains: NormalisedChain[],
  moved: Residue[],
  { id }: Structure,
): string | null {
  const taken = new Set(fixed.map((chain) => chain.id));
  const free = CHAIN_IDS.filter((letter) => !taken.has(letter));
  const letters = new Map<string, string>();
  for (const chain of chains) {
    const own = free.includes(chain.id) ? chain.id : free[0];
    if (own === undefined) return null;
    free.splice(free.indexOf(own), 1);
    letters.set(chain.id, own);
  }
  const both = [...allOf(fixed), ...moved.map((residue) => ({ ...residue, chain: letters.get(residue.chain)! }))];
  return writePdb(
    both.filter((residue) => residue.class !== 'water'),
    { id, hybrid36: true },
  );
}
