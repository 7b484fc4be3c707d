import { expect, it } from 'vitest';
import { fillRegions } from './regions.ts';

const text = ['a: 1', '  # generated: numbers', '  old: 1', '  # end', 'b: 2', ''].join('\n');

it('replaces the lines of a region, with its indentation', () => {
  expect(fillRegions(text, { numbers: ['x: 1', 'y: 2'] })).toBe(
    ['a: 1', '  # generated: numbers', '  x: 1', '  y: 2', '  # end', 'b: 2', ''].join('\n'),
  );
});

it('changes nothing the second time', () => {
  const once = fillRegions(text, { numbers: ['x: 1'] });
  expect(fillRegions(once, { numbers: ['x: 1'] })).toBe(once);
});

it('finds regions in SQL and Markdown', () => {
  expect(fillRegions('-- generated: a\n-- end', { a: ['select 1;'] })).toBe('-- generated: a\nselect 1;\n-- end');
  expect(fillRegions('<!-- generated: a -->\n<!-- end -->', { a: ['| x |'] })).toContain('| x |');
});

it('refuses a region that is unknown, missing or has no end', () => {
  expect(() => fillRegions(text, {})).toThrow("Nothing is generated for the region 'numbers'");
  expect(() => fillRegions('', { numbers: [] })).toThrow('No region is named numbers');
  expect(() => fillRegions('# generated: a\nx', { a: [] })).toThrow("The region 'a' has no end");
});
