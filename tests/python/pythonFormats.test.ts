import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat } from '@rotamer/formats/detect.ts';
import { fitToSlot } from '@rotamer/formats/fitToSlot.ts';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { expect, it } from 'vitest';
import { pythonFormats, pythonFormatsFile } from './pythonFormats.ts';

it('matches the formats of packages/formats: else run npm run generate', () => {
  expect(readFileSync(pythonFormatsFile, 'utf8')).toBe(pythonFormats());
});

interface Case {
  text: string;
  format: string | null;
  /** Kinds and formats of a slot. */
  accepts: [string, string];
  fit: [string, string] | null;
}

const cases: Case[] = JSON.parse(readFileSync(join(repository, 'clients/python/tests/formats.json'), 'utf8'));

// test_formats.py holds the Python client to the same cases.
it.each(cases)('reads $text as $fit', ({ text, format, accepts: [kinds, formats], fit }) => {
  const seen = detectFormat('', text);
  expect(seen ?? null).toBe(format);
  const slot = { acceptedKinds: kinds.split(' '), acceptedFormats: formats.split(' ') };
  const fitted = fitToSlot(slot, seen, { name: '', text });
  expect(fitted ? [fitted.kind, fitted.format] : null).toEqual(fit);
});
