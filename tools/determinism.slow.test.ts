// @module-tag native

import { expect, it } from 'vitest';
import { tools } from './catalogue.ts';
import { longTexts } from './testing/longTexts.ts';
import { quickSettings, slowBuiltIn } from './testing/quickSettings.ts';
import { expectRepeated, runExample } from './testing/repeats.ts';
import { describeWithPrograms } from './testing/testNative.ts';

for (const tool of tools) {
  const { id, requires, varies = [] } = tool.contract;
  if (requires.length === 0 && !slowBuiltIn.includes(id)) continue;
  const describe = await describeWithPrograms(tool.contract);
  const steadyPorts = tool.contract.ports.filter((port) => !varies.some((each) => each.port === port.id));

  describe(id, () => {
    it('completes its example twice with the same bytes and no date', async () => {
      const long = await longTexts(tool.contract);
      const before = new Date();
      const first = await runExample(tool, quickSettings[id], long);
      // When every port varies, there is nothing to compare.
      const second = steadyPorts.length > 0 ? await runExample(tool, quickSettings[id], long) : first;
      expectRepeated(first, second, tool);
      const steady = second.files.filter(({ port }) => steadyPorts.some(({ id }) => id === port));
      for (const { port, text } of steady)
        for (const date of [...dates(before), ...dates(new Date())]) expect(text, port).not.toContain(date);
    });
  });
}

/**
 * Returns a day in the forms in which programs write it. The year is not included: it also occurs in texts that do not
 * change.
 */
function dates(day: Date): string[] {
  const two = (number: number) => String(number).padStart(2, '0');
  const [year, month, date] = [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())];
  const name = day.toLocaleString('en', { month: 'short' });
  return [
    ...[`${year}-${month}-${date}`, `${year}/${month}/${date}`, `${month}/${date}/${year}`],
    ...[`${name} ${date}`, `${name} ${String(day.getDate()).padStart(2)}`, `${date} ${name}`],
    ...[`${date}-${name.toUpperCase()}-`, `${month}${date}${String(year).slice(2)}`],
  ];
}
