import { expect, it } from 'vitest';
import { drawPanel, writtenValue } from './drawPanel.ts';

const panel = { title: 'Requests', fieldConfig: { defaults: { unit: 'reqps', min: 0 } }, targets: [] };
const range = { from: 1_000, to: 1_900 };

it('draws the lines with the highest last values, and counts the others', () => {
  const series = Array.from({ length: 15 }, (_, i) => ({
    name: `route ${i}`,
    points: [
      [1_000, 0],
      [1_005, i],
    ] as [number, number][],
  }));
  const picture = drawPanel(panel, series, range);
  expect(picture).toContain('route 14  14 /s');
  expect(picture).not.toContain('route 2 ');
  expect(picture).toContain('3 lines with lower last values are not drawn.');
});

it('breaks a line where readings are missing', () => {
  const points: [number, number][] = [1_000, 1_005, 1_050, 1_055].map((time) => [time, 1]);
  const picture = drawPanel(panel, [{ name: 'one', points }], range);
  const [, path] = /d="(M[^"]+L[^"]+)" fill="none" stroke-width="1.5"/.exec(picture)!;
  expect(path!.match(/M/g)).toHaveLength(2);
});

it('says that nothing was measured, of no line and of lines without a value', () => {
  for (const series of [[], [{ name: 'one', points: [] }]])
    expect(drawPanel(panel, series, range)).toContain('Nothing measured yet');
});

it.each([
  [0.0451, 'percentunit', '4.51 %'],
  [0.451, 's', '451 ms'],
  [12.34, 's', '12.3 s'],
  [3 * 2 ** 20, 'bytes', '3 MiB'],
  [-2, 'none', '−2'],
])('writes %d %s as %s', (value, unit, text) => expect(writtenValue(value, unit)).toBe(text));
