import { axes, type Frame } from '../shared/pictures/axes.ts';
import { legend } from '../shared/pictures/legend.ts';
import { colors, drawPicture, label, short, shortened, TITLE_HEIGHT, tag } from '../shared/pictures/svg.ts';
import { MAX_PICTURES } from '../shared/ports.ts';
import { type Domain, regionOf } from './domains.ts';
import type { Region } from './tool.ts';

const [LEFT, WIDTH, ROW] = [190, 800, 24];
const MAX_NAME = 25;
/** Maximum number of domains per sequence that are drawn. */
const MAX_DOMAINS = 50;

const cdrColors: Partial<Record<Region, string>> = {
  cdr1: colors.blue,
  cdr2: colors.green,
  cdr3: colors.vermillion,
};

/**
 * Draws the domains of the first sequences that have some, as bars with coloured CDRs. The letter of the chain type
 * precedes each bar.
 */
export function domainPicture(
  domains: Domain[],
  records: { name: string; inputId: string; sequence: string }[],
): string {
  const all = [...Map.groupBy(domains, ({ inputId, name }) => JSON.stringify([inputId, name])).values()];
  const shown = all.slice(0, MAX_PICTURES);
  const lengths = shown.map(([first]) => lengthOf(first!, records));
  const frame: Frame = { left: LEFT, top: TITLE_HEIGHT + 34, width: 560, height: shown.length * ROW + 8 };
  const longest: [number, number] = [0.5, Math.max(...lengths) + 0.5];
  const { svg, x } = axes(
    frame,
    { title: 'Residue of the sequence', domain: longest, whole: true, grid: true },
    { title: '', domain: [0, 1], ticks: [] },
  );
  const note = all.length > shown.length ? `The first ${shown.length} of ${all.length} sequences.` : undefined;
  return drawPicture(
    {
      width: WIDTH,
      height: frame.top + frame.height + 52,
      title: 'Variable domains',
      description: `${domains.length} variable domains of ${all.length} sequences, with their CDRs.`,
      note,
    },
    [
      ...legend(
        LEFT + frame.width,
        48,
        Object.entries(cdrColors).map(([name, color]) => ({ label: name.toUpperCase(), color, mark: 'box' as const })),
      ),
      ...svg,
      ...shown.flatMap((of, i) => drawSequence(of.slice(0, MAX_DOMAINS), lengths[i]!, x, frame.top + 4 + i * ROW)),
    ],
  );
}

const lengthOf = (domain: Domain, records: { name: string; inputId: string; sequence: string }[]) =>
  records.find(({ name, inputId }) => name === domain.name && inputId === domain.inputId)!.sequence.length;

function drawSequence(domains: Domain[], length: number, x: (residue: number) => number, y: number): string[] {
  return [
    label(LEFT - 10, y + 14, shortened(domains[0]!.name, MAX_NAME), { 'text-anchor': 'end' }),
    tag('path', { d: `M${short(x(0.5))} ${y + 10}H${short(x(length + 0.5))}`, stroke: colors.line, 'stroke-width': 2 }),
    ...domains.flatMap((domain) => drawDomain(domain, x, y)),
  ];
}

function drawDomain(domain: Domain, x: (residue: number) => number, y: number): string[] {
  const bar = (from: number, to: number, fill: string) => {
    const left = x(domain.start + from + 0.5);
    return tag('rect', { x: left, y: y + 3, width: x(domain.start + to + 1.5) - left, height: 14, fill });
  };
  const regionNames = domain.positions.map((position) => regionOf(domain, position));
  const cdrs = Object.entries(cdrColors).flatMap(([region, color]) => {
    const [from, to] = [regionNames.indexOf(region as Region), regionNames.lastIndexOf(region as Region)];
    return from === -1 ? [] : [bar(from, to, color)];
  });
  const name = label(x(domain.start + 1) + 3, y + 14, domain.chain, { 'font-weight': 'bold' });
  return [bar(0, domain.positions.length - 1, colors.line), ...cdrs, name];
}
