import { quoted } from '../problems.ts';
import { BACKBONE, heavyAtomsOf } from './residues.ts';
import { type Chain, findAtom, proteinOf, type Residue, type Structure } from './structure.ts';

/**
 * Minimum number of residues. One or two residues without side chains are a gap in a chain, not a model without side
 * chains.
 */
const MIN_SIDE_CHAINS = 3;

/**
 * Returns a message about chains with only CA atoms, or without any whole side chain, and how to continue without them.
 * Returns undefined when there are none. Programs that need all atoms fail at such a chain, or ignore it.
 */
export function incompleteChain(structure: Structure): string | undefined {
  return chainOfCa(structure) ?? chainWithoutSides(structure);
}

/** Returns a message about chains with only CA atoms. */
export function chainOfCa({ chains }: Structure): string | undefined {
  const found = chains.filter(isTrace);
  return found.length > 0 ? `${named(found)} CA atoms only${wayOut(chains, found)}` : undefined;
}

function chainWithoutSides({ chains }: Structure): string | undefined {
  const found = chains.filter(isBare);
  return found.length > 0
    ? `${named(found)} no whole side chain; structure-repair builds them${wayOut(chains, found)}`
    : undefined;
}

function isTrace(chain: Chain): boolean {
  const residues = proteinOf(chain);
  return residues.length > 1 && residues.every((residue) => !findAtom(residue, 'N'));
}

function isBare(chain: Chain): boolean {
  const sides = proteinOf(chain)
    .map(sideChain)
    .filter((names) => names.length > 0);
  return sides.length >= MIN_SIDE_CHAINS && sides.every((missing) => !missing.includes(true));
}

/** For each heavy atom that the side chain should have, whether the residue has it. */
function sideChain(residue: Residue): boolean[] {
  const expected = heavyAtomsOf(residue.parent ?? '') ?? [];
  return expected.filter((name) => !BACKBONE.includes(name)).map((name) => findAtom(residue, name) !== undefined);
}

const listed = (chains: Chain[]): string => chains.map(({ id }) => quoted(id)).join(', ');

const named = (found: Chain[]): string =>
  `${found.length > 1 ? 'chains' : 'chain'} ${listed(found)} ${found.length > 1 ? 'have' : 'has'}`;

function wayOut(chains: Chain[], found: Chain[]): string {
  const others = chains.filter((chain) => proteinOf(chain).length > 0 && !found.includes(chain));
  return others.length > 0
    ? `; to go on without, choose ${listed(others)} by the setting \`chains\` (structure-prepare has it, too)`
    : '';
}
