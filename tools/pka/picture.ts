import { axes, type Frame, niceDomain } from '../shared/pictures/axes.ts';
import { legend } from '../shared/pictures/legend.ts';
import { colors, drawPicture, halo, label, short, TITLE_HEIGHT, tag } from '../shared/pictures/svg.ts';
import type { Propka } from './propka.ts';

const FRAME: Frame = { left: 64, top: TITLE_HEIGHT + 22, width: 480, height: 260 };

/** Draws the charge of the folded and of the unfolded protein by pH, and the isoelectric point. */
export function chargePicture(name: string, { curve, pi, groups }: Propka): string {
  const { svg, x, y } = axes(
    FRAME,
    { title: 'pH', domain: [0, 14], ticks: [0, 2, 4, 6, 8, 10, 12, 14] },
    {
      title: 'charge (e)',
      domain: niceDomain(
        curve.flatMap(([, folded, unfolded]) => [folded, unfolded]),
        { include: [0] },
      ),
    },
  );
  const line = (column: 1 | 2, color: string) => {
    const points = curve.map((point) => `${short(x(point[0]))} ${short(y(point[column]))}`);
    return tag('path', { d: `M${points.join('L')}`, stroke: color, 'stroke-width': 1.6, fill: 'none' });
  };
  const zero = tag('path', {
    d: `M${FRAME.left} ${short(y(0))}h${FRAME.width}`,
    stroke: colors.quiet,
    'stroke-dasharray': '5 4',
  });
  const at = label(x(pi[0]) + 5, y(0) - 6, `pI ${pi[0].toFixed(2)}`, { fill: colors.ink, ...halo });
  const entries = [
    { label: 'folded', color: colors.blue, mark: 'line' as const },
    { label: 'unfolded', color: colors.vermillion, mark: 'line' as const },
  ];
  const given = {
    title: `Charge of ${name}`,
    description: 'Charge of the folded and the unfolded protein by pH',
    besideTitle: 190,
  };
  return drawPicture({ ...given, width: 568, height: 366 }, [
    ...svg,
    zero,
    line(2, colors.vermillion),
    line(1, colors.blue),
    ...(groups.length > 0 ? [at] : []),
    ...legend(FRAME.left + FRAME.width, 22, entries),
  ]);
}
