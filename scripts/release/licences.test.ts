import { expect, it } from 'vitest';
import { isAllowed, licenceReport, shippedPackages } from './licences.ts';

it('ships only packages with an allowed licence', () => {
  expect(shippedPackages().filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(Apache-2.0 AND BSD-3-Clause)', true],
  ['MIT AND GPL-3.0-only', false],
  ['LGPL-2.1-only', false],
  ['', false],
])('judges the expression "%s"', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

it('reports each package with its version, licence and licence text', () => {
  const fastify = shippedPackages().filter(({ folder }) => folder === 'node_modules/fastify');
  const report = licenceReport(fastify);
  expect(report).toContain(`fastify ${fastify[0]!.version}  MIT`);
  expect(report).toContain('Permission is hereby granted');
});
