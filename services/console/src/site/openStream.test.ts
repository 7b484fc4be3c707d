import { afterEach, expect, it, vi } from 'vitest';
import { openStream } from './openStream.ts';
import { AGAIN_MS } from './replaceContent.ts';

class Source extends EventTarget {
  readonly CLOSED = 2;
  readyState = 0;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([
  ['again, when a server answered it with an error', 2, 1],
  ['not again, when the browser opens it again by itself', 0, 0],
])('opens a stream %s', (_what, readyState, times) => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  const again = vi.fn();
  const source = openStream('/events', again) as unknown as Source;
  source.readyState = readyState;
  source.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(AGAIN_MS - 1);
  expect(again).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(again).toHaveBeenCalledTimes(times);
});
