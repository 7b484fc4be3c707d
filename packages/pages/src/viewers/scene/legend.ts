import { make } from '../elements.ts';
import { classColor, plddtClasses, type ResidueValues } from './valueColors.ts';

/** Shows which colour stands for which value; hides the legend without values. `title`: what the values are. */
export function addLegend(legend: HTMLElement, values: ResidueValues | undefined, title = ''): void {
  legend.hidden = values === undefined;
  if (!values) return;
  const { names } = values;
  if (names) {
    legend.replaceChildren(`${title}: `, ...names.flatMap((name, i) => [swatch(classColor(i)), ` ${name}`]));
    return;
  }
  const [low, high] = [values.low, values.high].map((value) => Number(value.toPrecision(3)).toString());
  legend.replaceChildren(`${title}: ${low} `, make('span', { class: 'color-scale' }), ` ${high}`);
}

/** Shows the classes of pLDDT with their colours. */
export function addPlddtLegend(legend: HTMLElement): void {
  legend.hidden = false;
  const classes = plddtClasses.flatMap(({ name, range, color }) => [swatch(color), ` ${name} (${range})`]);
  legend.replaceChildren('Confidence (pLDDT): ', ...classes);
}

function swatch(color: string): HTMLElement {
  const one = make('span', { class: 'swatch' });
  one.style.background = color;
  return one;
}
