import { axes, type Frame } from './axes.ts';
import { colors, drawPicture, label, short, shortened, TITLE_HEIGHT, tag, writtenEvalue } from './svg.ts';

/** A domain along a sequence, counted from 1. */
export interface PicturedDomain {
  profile: string;
  start: number;
  end: number;
  env_start: number;
  env_end: number;
  hmm_start: number;
  hmm_end: number;
  hmm_length: number;
  evalue: number;
}

const MAX_PROFILES = 40;
const MAX_DOMAINS = 500;
const [LEFT, WIDTH, ROW, BOX] = [190, 800, 22, 14];
const MAX_NAME = 25;

/** The rows of domains have these colours in turn. */
const fills = [colors.blue, colors.orange, colors.green, colors.purple, colors.sky, colors.vermillion];

/**
 * Draws the domains of a sequence: all of them on the sequence in the first row, then a row for each profile. A box is
 * the alignment, a light box the envelope. A jagged end is where the alignment lacks positions of the profile.
 * `length` is that of the sequence in residues.
 */
export function domainsPicture(name: string, length: number, all: PicturedDomain[]): string {
  const rows = [...Map.groupBy(all.slice(0, MAX_DOMAINS), ({ profile }) => profile)].slice(0, MAX_PROFILES);
  const shown = rows.flatMap(([, domains]) => domains);
  const frame: Frame = { left: LEFT, top: TITLE_HEIGHT + 16, width: 530, height: ROW * (rows.length + 1) + 8 };
  const position = { title: 'Position in the sequence', domain: [0.5, length + 0.5] as [number, number], whole: true };
  const { svg, x } = axes(frame, { ...position, grid: true }, { title: '', domain: [0, 1], ticks: [] });
  const middle = (row: number) => frame.top + 4 + ROW * row + ROW / 2;
  const colorOf = new Map(rows.map(([profile], i) => [profile, fills[i % fills.length]!]));
  const line = (row: number, stroke: string, width: number) =>
    tag('path', { d: `M${LEFT} ${short(middle(row))}h${frame.width}`, stroke, 'stroke-width': width });
  const draw = (domain: PicturedDomain, row: number) => boxes(domain, x, middle(row), colorOf.get(domain.profile)!);
  const right = LEFT + frame.width + 10;
  const best = (domains: PicturedDomain[]) => Math.min(...domains.map(({ evalue }) => evalue));
  const hidden = all.length - shown.length;
  return drawPicture(
    {
      width: WIDTH,
      height: frame.top + frame.height + 52,
      title: `Domains of ${name}`,
      description: `${all.length} domains of ${rows.length} profiles along a sequence of ${length} residues.`,
      note: `${hidden > 0 ? `${hidden} more domains are not drawn. ` : ''}A jagged end: the profile goes on. Light: the envelope.`,
    },
    [
      label(right, frame.top - 4, 'Best E-value', { fill: colors.quiet }),
      ...svg,
      line(0, colors.quiet, 3),
      ...shown.toSorted((a, b) => b.evalue - a.evalue).flatMap((domain) => draw(domain, 0)),
      ...rows.flatMap(([, domains], i) => [
        line(i + 1, colors.line, 1),
        ...domains.flatMap((domain) => draw(domain, i + 1)),
      ]),
      tag('g', { 'text-anchor': 'end' }, [
        label(LEFT - 8, middle(0) + 4, 'all', { fill: colors.quiet }),
        ...rows.map(([profile, domains], i) => label(LEFT - 8, middle(i + 1) + 4, labelOf(profile, domains.length))),
      ]),
      ...rows.map(([, domains], i) =>
        label(right, middle(i + 1) + 4, writtenEvalue(best(domains)), { fill: colors.quiet }),
      ),
    ],
  );
}

const labelOf = (profile: string, count: number): string =>
  count > 1 ? `${shortened(profile, MAX_NAME - 4)} ×${count}` : shortened(profile, MAX_NAME);

/** Draws the envelope and the alignment of a domain. */
function boxes(domain: PicturedDomain, x: (position: number) => number, middle: number, fill: string): string[] {
  const [from, to] = [x(domain.env_start - 0.5), x(domain.env_end + 0.5)];
  const [start, end] = [x(domain.start - 0.5), Math.max(x(domain.end + 0.5), x(domain.start - 0.5) + 2)];
  const half = BOX / 2;
  const envelope = { x: from, y: middle - half, width: Math.max(2, to - from), height: BOX, rx: 2 };
  const cut = { left: domain.hmm_start > 1, right: domain.hmm_end < domain.hmm_length };
  return [
    tag('rect', { ...envelope, fill: colors.paper }),
    tag('rect', { ...envelope, fill, 'fill-opacity': 0.3 }),
    tag('path', { d: outline(start, end, middle - half, cut), fill }),
  ];
}

const TEETH = 4;

/** Returns the outline of a box whose cut ends are jagged. */
function outline(start: number, end: number, top: number, cut: { left: boolean; right: boolean }): string {
  const tooth = Math.min(3, (end - start) / 3);
  const step = BOX / TEETH;
  const down = Array.from({ length: TEETH }, (_, i) => `l${short(i % 2 ? tooth : -tooth)} ${short(step)}`).join('');
  const up = Array.from({ length: TEETH }, (_, i) => `l${short(i % 2 ? -tooth : tooth)} ${short(-step)}`).join('');
  return `M${short(start)} ${short(top)}H${short(end)}${cut.right ? down : `v${BOX}`}H${short(start)}${cut.left ? up : ''}z`;
}
