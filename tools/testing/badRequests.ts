import { formatsOf } from '@rotamer/formats/formats.ts';
import { expect } from 'vitest';
import type { CatalogueEntry } from '../catalogue.ts';
import { type Run, type Settings, ToolError, type ToolInputSlot } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { type BadText, badTexts, tooFew } from './badTexts.ts';
import { type LongTexts, soundInputs, type TextInput } from './soundInputs.ts';
import { TestRun } from './testRun.ts';

export interface BadRequest extends BadText {
  kind: string;
  inputs: TextInput[];
}

/**
 * Returns requests that are valid except for one text: every bad text of every kind and format that the slot accepts.
 */
export function badRequests({ contract }: CatalogueEntry, slot: ToolInputSlot, long?: LongTexts): BadRequest[] {
  const sound = soundInputs(contract, long);
  const others = sound.filter(({ slotId }) => slotId !== slot.id);
  const needed = Math.max(slot.capabilities.records.min, slot.min);
  return slot.acceptedKinds.flatMap((kind) =>
    slot.acceptedFormats
      .filter((format) => formatsOf[kind].includes(format) || format === 'PQR')
      .flatMap((format) => {
        const few = tooFew(kind, format, needed);
        return [...badTexts(kind, format), ...(few ? [few] : [])].map((text) => {
          const count = text === few ? 1 : Math.max(1, slot.min);
          const items = Array.from({ length: count }, (_, i) => {
            return { id: `bad_${i}`, slotId: slot.id, kind, format, text: text.text };
          });
          // Files from which some records are left out are not refused.
          const isDoubtful = text.doubtful || (slot.capabilities.oddRecords && text.text.startsWith('>'));
          return {
            ...text,
            ...(isDoubtful && { doubtful: true as const }),
            kind: `${kind}, ${format}`,
            inputs: [...items, ...others],
          };
        });
      }),
  );
}

export type Outcome =
  | { end: 'refused'; problems: { path: string; message: string }[] }
  | { end: 'failed'; error: unknown }
  | { end: 'done'; done: TestRun }
  | { end: 'accepted' };

/** Returns how a request ends. Without a `run` it ends with the check. */
export async function outcomeOf(
  { contract, check }: CatalogueEntry,
  inputs: TextInput[],
  given: Settings = {},
  run?: Run,
  workdir?: string,
): Promise<Outcome> {
  const { verdict, settings } = checkRequest(contract, check, inputs, given);
  if (verdict.problems.length > 0) return { end: 'refused', problems: verdict.problems };
  if (!run) return { end: 'accepted' };
  const done = new TestRun(contract, inputs, settings, { workdir });
  try {
    await run(done);
  } catch (error) {
    return { end: 'failed', error };
  }
  return { end: 'done', done };
}

/**
 * Expects that a bad request is refused with path and reason, or fails with a reason, and never succeeds without
 * results.
 */
export function expectHonest(outcome: Outcome, { name, kind, doubtful }: BadRequest, { contract }: CatalogueEntry) {
  const what = `${name} as ${kind}`;
  if (outcome.end === 'refused')
    for (const { path, message } of outcome.problems) {
      expect(path, what).toMatch(/^(input\.inputs|settings)/);
      expect(message, what).toMatch(/^\P{Cc}{10,600}$/u);
    }
  else if (outcome.end === 'failed') {
    expect(outcome.error, what).toBeInstanceOf(ToolError);
    expect((outcome.error as Error).message, what).toMatch(/^\P{Cc}{10,1000}$/u);
  } else if (outcome.end === 'done') {
    expect(doubtful, `${what} was a success`).toBe(true);
    expectOutputs(outcome.done, contract.ports, what);
  }
}

/** Expects an output on each required port, and no empty file. */
function expectOutputs({ items, files }: TestRun, ports: { id: string; required: boolean }[], what: string) {
  const written = new Set([...items, ...files].map(({ port }) => port));
  const missing = ports.filter(({ id, required }) => required && !written.has(id)).map(({ id }) => id);
  expect(missing, `${what}: required ports without output`).toEqual([]);
  for (const { name, text } of files) expect(text.trim(), `${what}: ${name}`).not.toBe('');
}
