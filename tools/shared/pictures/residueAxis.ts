import type { Frame } from './axes.ts';
import { colors, label, short, tag } from './svg.ts';

/** A residue of a structure, named as in rows. */
export interface NamedResidue {
  chain: string;
  /** The residue's number in the chain, with its insertion code. */
  seq: string;
}

export interface Chain {
  name: string;
  /** Index of the first residue, and of the one after the last. */
  start: number;
  end: number;
}

/** Marks and chains along consecutive residues; the first residue is at 0. Marks are at round residue numbers. */
export interface ResidueAxis {
  ticks: number[];
  format(index: number): string;
  chains: Chain[];
}

const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const TICK_WIDTH = 34;
const MIN_TICKS = 3;

/** Returns the axis for a length in pixels. */
export function residueAxis(residues: NamedResidue[], pixels: number): ResidueAxis {
  const most = Math.max(1, Math.floor(pixels / 60));
  const fits = STEPS.findIndex((size) => residues.length / size <= most);
  // A chain that is short or has gaps in its numbers has few round numbers. Use smaller steps until there are three
  // marks.
  for (let i = fits === -1 ? STEPS.length - 1 : fits; ; i--) {
    const ticks = ticksOf(residues, STEPS[i]!, pixels);
    if (ticks.length >= MIN_TICKS || i === 0)
      return { ticks, format: (index) => residues[index]!.seq.replace('-', '−'), chains: chainsOf(residues) };
  }
}

function ticksOf(residues: NamedResidue[], step: number, pixels: number): number[] {
  const ticks: number[] = [];
  for (const [i, { seq }] of residues.entries()) {
    const isRound = /^-?\d+$/.test(seq) && Number(seq) % step === 0;
    const apart = (i - (ticks.at(-1) ?? -residues.length)) * (pixels / residues.length);
    if (isRound && apart >= TICK_WIDTH) ticks.push(i);
  }
  return ticks;
}

function chainsOf(residues: NamedResidue[]): Chain[] {
  const chains: Chain[] = [];
  for (const [i, { chain }] of residues.entries()) {
    const last = chains.at(-1);
    if (last?.name === chain) last.end = i + 1;
    else chains.push({ name: chain, start: i, end: i + 1 });
  }
  return chains;
}

/** Draws the borders between chains, and their names above where there is room. Draws nothing for one chain. */
export function chainBorders({ top, height }: Frame, x: (index: number) => number, chains: Chain[]): string[] {
  if (chains.length < 2) return [];
  const borders = chains.slice(1).map(({ start }) => `M${short(x(start - 0.5))} ${short(top)}v${short(height)}`);
  const names = chains
    .filter(({ start, end }) => x(end) - x(start) > 12)
    .map(({ name, start, end }) => label(x((start + end - 1) / 2), top - 5, name.slice(0, 4)));
  return [
    tag('path', { d: borders.join(''), stroke: colors.line, 'stroke-dasharray': '3 3' }),
    tag('g', { 'text-anchor': 'middle', fill: colors.quiet }, names),
  ];
}
