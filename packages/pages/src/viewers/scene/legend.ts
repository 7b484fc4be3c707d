import { make } from '../elements.ts';
import type { ResidueValues } from './valueColors.ts';

/** Shows which colour stands for which value; hides the legend without values. */
export function addLegend(legend: HTMLElement, values: ResidueValues | undefined, field = ''): void {
  legend.hidden = values === undefined;
  if (!values) return;
  const [low, high] = [values.low, values.high].map((value) => Number(value.toPrecision(3)).toString());
  legend.replaceChildren(`${field.replaceAll('_', ' ')}: ${low} `, make('span', { class: 'color-scale' }), ` ${high}`);
}
