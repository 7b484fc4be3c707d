import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideRelease, type Release, type ReleaseCommand } from './decideRelease.ts';

const now = new Date(1_800_000_000_000);
const figures = { sha256: 'ab'.repeat(32), records: 3, residues: 30, bytes: 100 };

const command = fc.oneof(
  ...(['begin', 'build', 'retire'] as const).map((type) => fc.constant<ReleaseCommand>({ type })),
  fc.constant<ReleaseCommand>({ type: 'ready', figures }),
  fc.constant<ReleaseCommand>({ type: 'ready', figures: { ...figures, sha256: 'cd'.repeat(32) } }),
  fc.constant<ReleaseCommand>({ type: 'fail', failure: 'the disk is full' }),
);

/** Applies commands one after the other; a refused command changes nothing. Returns the release after each. */
function after(commands: ReleaseCommand[]): (Release | undefined)[] {
  const seen: (Release | undefined)[] = [undefined];
  for (const [i, each] of commands.entries()) {
    try {
      seen.push(decideRelease(seen.at(-1), each, new Date(now.getTime() + i)));
    } catch (error) {
      expect(error).toMatchObject({ code: 'conflict' });
      seen.push(seen.at(-1));
    }
  }
  return seen;
}

describe('a release, for any commands', () => {
  it('keeps its data once it was ready', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        const ready = after(commands).filter((release) => release?.state === 'ready' || release?.state === 'retired');
        for (const { sha256, records, residues, readyAt } of ready as Release[])
          expect({ sha256, records, residues, readyAt }).toEqual({
            ...{ sha256: ready[0]!.sha256, records: 3, residues: 30, readyAt: ready[0]!.readyAt },
          });
      }),
    );
  });

  it('is never searched again once it was retired', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        const states = after(commands).map((release) => release?.state);
        const retired = states.indexOf('retired');
        if (retired !== -1) expect(new Set(states.slice(retired))).toEqual(new Set(['retired']));
      }),
    );
  });

  it('is the same after a repeated command', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), command, (commands, last) => {
        const [once, twice] = after([...commands, last, last]).slice(-2);
        expect({ ...twice, readyAt: undefined }).toEqual({ ...once, readyAt: undefined });
      }),
    );
  });
});

it('refuses to import a ready release again', () => {
  const ready = { state: 'ready', ...figures, readyAt: now } as const;
  expect(() => decideRelease(ready, { type: 'begin' }, now)).toThrow('a release never changes');
});

it('refuses impossible counts', () => {
  const wrong = { ...figures, records: 0, sha256: 'no' };
  expect(() => decideRelease({ state: 'building' }, { type: 'ready', figures: wrong }, now)).toThrow();
});
