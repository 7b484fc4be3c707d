import { type Run, ToolError } from '../contract.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import type { Residue, Structure } from '../shared/structure/structure.ts';
import { pointOf, rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { matchTraces, traceOf } from './match.ts';
import { move, type Superposition, superpose } from './superpose.ts';
import { mobile as mobileSlot, reference as referenceSlot } from './tool.ts';

/** Fewer points do not determine a rotation. */
const MIN_PAIRS = 3;

export const run: Run = async (job) => {
  const references = readStructures(job.inputs, referenceSlot, 'protein');
  const mobiles = readStructures(job.inputs, mobileSlot, 'protein');
  refuseProblems({ problems: [...references.problems, ...mobiles.problems], units: 0 });
  const { settings } = job;
  const { structure, inputId: referenceId } = references.records[0]!;
  const reference = traceOf(chainsOf(structure), settings.chain_reference as string);

  const done: { row: Record<string, unknown> & { rmsd: number }; pdb: string; inputId: string }[] = [];
  const failures: string[] = [];
  for (const [i, { name, structure: moving, inputId }] of mobiles.records.entries()) {
    try {
      const chains = chainsOf(moving);
      const trace = traceOf(chains, settings.chain_mobile as string);
      const pairs = matchTraces(trace, reference, settings.match as 'residue_number' | 'sequence_alignment');
      if (pairs.mobile.length < MIN_PAIRS)
        throw new ToolError(`${pairs.mobile.length} residues match the reference, at least ${MIN_PAIRS} are needed`);
      const found = superpose(pairs.mobile, pairs.reference);
      const row = {
        mobile: name,
        chain_reference: reference.chain,
        chain_mobile: trace.chain,
        aligned: pairs.mobile.length,
        rmsd: rounded(found.rmsd, 4),
        rotation: found.rotation.map((line) => line.map((value) => rounded(value, 8))),
        translation: found.translation.map((value) => rounded(value, 5)),
        file: numbered('superposed', i + 1, 'pdb'),
      };
      done.push({ row, pdb: writePdb(moved(chains, found), moving), inputId });
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

  // Ranks are known when all are done, or when the job was stopped; equal values keep the order of the input.
  done.sort((a, b) => a.row.rmsd - b.row.rmsd);
  for (const [i, { row, pdb, inputId }] of done.entries()) {
    const place = { sourceInputIds: [referenceId, inputId], rank: i + 1 };
    job.item('superpositions', row, place);
    job.file('superposed', row.file as string, pdb, place);
  }
};

const chainsOf = (structure: Structure) => normalise(structure, { keepHydrogens: true, mseToMet: false }).chains;

/** All that the file has, ligands and waters included, in its new place. */
function moved(chains: NormalisedChain[], superposition: Superposition): Residue[] {
  const residues = (['polymer', 'ligands', 'waters'] as const).flatMap((part) =>
    chains.flatMap((chain) => chain[part]),
  );
  return residues.map((residue) => ({
    ...residue,
    atoms: residue.atoms.map((atom) => {
      const [x, y, z] = move(superposition, pointOf(atom));
      return { ...atom, x, y, z };
    }),
  }));
}
