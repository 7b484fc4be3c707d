// @module-tag samples

import { type Contract, loadContract } from '@rotamer/test-support/contract.ts';
import { type Language, readSamples } from '@rotamer/test-support/samples/readSamples.ts';
import { type RunSamples, trySamples } from '@rotamer/test-support/samples/sampleWorld.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommands } from './runCommands.ts';
import { runCurl } from './runCurl.ts';
import { runTypescript } from './runTypescript.ts';

const stack = inject('stack');
let contract: Contract;

beforeAll(async () => {
  contract = await loadContract(stack.baseUrl);
});

const languages: [Language, RunSamples][] = [
  ['curl', runCurl],
  ['Command line', runCommands],
  ['TypeScript', runTypescript],
];

describe('every sample of the reference and every code block of the guides', () => {
  it.concurrent.each(languages)('for %s runs unchanged, and its request succeeds', async (language, run) => {
    const samples = await readSamples(stack.baseUrl, language, contract);
    expect(samples.length).toBeGreaterThan(contract.operations.length);
    expect(await trySamples(stack, contract, samples, run)).toEqual({});
  });
});
