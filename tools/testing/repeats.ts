import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CatalogueEntry } from '../catalogue.ts';
import type { Settings } from '../contract.ts';
import { loadTool } from '../loadTool.ts';
import { exampleRequest } from '../shared/example/exampleRequest.ts';
import { type LongTexts, soundInputs } from './soundInputs.ts';
import { checkAndRun, type TestRun } from './testRun.ts';

/** Runs the example of a tool, or a short request for tools without an example. */
export async function runExample(
  { contract }: CatalogueEntry,
  settings: Settings = {},
  long?: LongTexts,
): Promise<TestRun> {
  const given = { ...exampleRequest(contract)?.settings, ...settings };
  const workdir = mkdtempSync(join(tmpdir(), 'rotamer-example-'));
  try {
    return await checkAndRun(await loadTool(contract.id), soundInputs(contract, long), given, { workdir });
  } finally {
    rmSync(workdir, { recursive: true, force: true });
  }
}

/** Expects output on every required port, and equal outputs of both runs on ports that do not vary. */
export function expectRepeated(first: TestRun, second: TestRun, { contract }: CatalogueEntry): void {
  const varying = new Set(contract.varies?.map(({ port }) => port));
  const ids = contract.ports.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...varying]));
  const steady = <T extends { port: string }>(outputs: T[]) => outputs.filter(({ port }) => !varying.has(port));
  expect(steady(second.items)).toEqual(steady(first.items));
  expect(steady(second.files)).toEqual(steady(first.files));
  const written = [...first.items, ...first.files].map(({ port }) => port);
  const required = contract.ports.filter((port) => port.required).map(({ id }) => id);
  expect(written).toEqual(expect.arrayContaining(required));
}
