import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { expect, it, onTestFinished } from 'vitest';
import { watchStalls } from './stalls.ts';

it('returns how long the event loop was stalled in the last milliseconds, at any time', async () => {
  const { missedMs, stop } = watchStalls();
  onTestFinished(stop);
  const began = performance.now();
  for (const until = began + 400; performance.now() < until; );
  const sinceBeganMs = () => performance.now() - began;
  // The watching timer should have fired 50 ms after it was set.
  expect(missedMs(sinceBeganMs())).toBeGreaterThan(300);
  expect(missedMs(100)).toBeCloseTo(100, 0);
  await eventually(() => sinceBeganMs() > 600);
  expect(missedMs(sinceBeganMs())).toBeGreaterThan(300);
});
