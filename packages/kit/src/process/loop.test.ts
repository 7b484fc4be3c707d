import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { quietLog } from '../testing/quietLog.ts';
import { createLog } from './log.ts';
import { type Loop, restAfter, STANDBY, startLoop } from './loop.ts';

const HOUR_MS = 3_600_000;

function start(pass: (signal: AbortSignal) => Promise<unknown>, intervalMs = HOUR_MS, log = quietLog): Loop {
  const loop = startLoop({ name: 'test', intervalMs, log, pass });
  onTestFinished(loop.stop);
  return loop;
}

/** Creates a pass that ends when the test ends it. */
function heldPass() {
  const begun: PromiseWithResolvers<unknown>[] = [];
  const pass = () => {
    const held = Promise.withResolvers<unknown>();
    begun.push(held);
    return held.promise;
  };
  const end = (answer?: unknown) => begun.at(-1)!.resolve(answer);
  return { pass, end, count: () => begun.length };
}

describe('a loop', () => {
  it('runs a pass at once and then after every interval', async () => {
    let passes = 0;
    start(async () => passes++, 1);
    await eventually(() => passes >= 3);
  });

  it('runs the next pass at once while there is more to do', async () => {
    let passes = 0;
    start(async () => ++passes < 5);
    await eventually(() => passes === 5);
  });

  it.each([
    ['failed', () => Promise.reject(new Error('no database'))],
    ['found another process at work', () => Promise.resolve(STANDBY)],
  ])('repeats a pass that %s sooner than others', async (_, outcome) => {
    let passes = 0;
    const pass = () => (++passes < 3 ? outcome() : Promise.resolve());
    const loop = startLoop({
      name: 'test',
      intervalMs: HOUR_MS,
      retryMs: 1,
      pauseAfterFailureMs: 1,
      log: quietLog,
      pass,
    });
    onTestFinished(loop.stop);
    await eventually(() => passes === 3);
  });

  it('wakes from its sleep', async () => {
    let passes = 0;
    const loop = start(async () => passes++);
    await eventually(() => passes === 1);
    loop.wake();
    await eventually(() => passes === 2);
  });

  it('keeps a wake-up during a pass, and needs one pass for several', async () => {
    const { pass, end, count } = heldPass();
    const loop = start(pass);
    for (let i = 0; i < 10; i++) loop.wake();
    end();
    await eventually(() => count() === 2);
    end();
    await new Promise(setImmediate);
    expect(count()).toBe(2);
    loop.wake();
    await eventually(() => count() === 3);
    end();
  });

  it('keeps a wake-up between passes that have more to do', async () => {
    const { pass, end, count } = heldPass();
    const loop = start(pass);
    loop.wake();
    end(true);
    await eventually(() => count() === 2);
    loop.wake();
    end(false);
    await eventually(() => count() === 3);
    end();
  });

  it('rests longer while it is woken again and again, where it may', async () => {
    const begun: number[] = [];
    const loop = startLoop({
      ...{ name: 'test', intervalMs: HOUR_MS, maxRestMs: 120, log: quietLog },
      pass: async () => begun.push(performance.now()),
    });
    onTestFinished(loop.stop);
    const waking = setInterval(loop.wake, 1);
    onTestFinished(() => clearInterval(waking));
    await eventually(() => begun.length > 1 && begun.at(-1)! - begun.at(-2)! > 100);
  });

  it.each([
    ['three times its pass', 10, 0, undefined, 30],
    ['50 ms after a long pass', 100, 50, undefined, 50],
    ['as usual after a calm time, where rests grow', 2, 0, 250, 6],
    ['twice as long as before, where rests grow', 2, 40, 250, 80],
    ['no longer than it may', 2, 200, 250, 250],
  ])('rests %s', (_how, passMs, lastMs, maxMs, restMs) => {
    expect(restAfter(passMs, lastMs, maxMs)).toBe(restMs);
  });

  it('never runs two passes at once, also when it is woken repeatedly', async () => {
    let atWork = 0;
    let most = 0;
    let passes = 0;
    const loop = start(async () => {
      most = Math.max(most, ++atWork);
      await new Promise(setImmediate);
      atWork--;
      passes++;
    });
    await eventually(() => {
      loop.wake();
      return passes >= 20;
    });
    expect(most).toBe(1);
  });

  it('stops once the current pass has ended, and aborts the signal of the pass', async () => {
    let passSignal: AbortSignal | undefined;
    const { pass, end, count } = heldPass();
    const loop = start((signal) => {
      passSignal = signal;
      return pass();
    });
    let stopped = false;
    const stopping = loop.stop().then(() => {
      stopped = true;
    });
    await new Promise(setImmediate);
    expect(passSignal?.aborted).toBe(true);
    expect(stopped).toBe(false);
    end(true);
    await stopping;
    expect(count()).toBe(1);
  });

  it('stops at once during its sleep, and stays stopped', async () => {
    let passes = 0;
    const loop = start(async () => passes++);
    await eventually(() => passes === 1);
    await loop.stop();
    loop.wake();
    await loop.stop();
    expect(passes).toBe(1);
  });

  it('retries a failed pass, also one that throws before it returns a promise', async () => {
    const lines: string[] = [];
    const log = createLog('test', 'warn', { write: (line) => lines.push(line) });
    let passes = 0;
    start(
      () => {
        if (++passes < 3) throw new Error(`failure ${passes}`);
        return Promise.resolve();
      },
      1,
      log,
    );
    await eventually(() => passes >= 3);
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['failure 1', 'failure 2']);
  });

  it('pauses after a failed pass also when it is woken', async () => {
    const passes: number[] = [];
    const loop = start(async () => {
      passes.push(performance.now());
      throw new Error('unavailable');
    });
    await eventually(() => {
      loop.wake();
      return passes.length >= 2;
    });
    expect(passes[1]! - passes[0]!).toBeGreaterThan(450);
  });

  it('logs failures while it stops, but not its own abort', async () => {
    const lines: string[] = [];
    const log = createLog('test', 'warn', { write: (line) => lines.push(line) });
    const aborted = startLoop({
      name: 'aborted',
      intervalMs: 1,
      log,
      pass: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await aborted.stop();
    expect(lines).toEqual([]);
    const failing = startLoop({
      name: 'failing',
      intervalMs: 1,
      log,
      pass: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('lost')))),
    });
    await failing.stop();
    expect(lines).toHaveLength(1);
  });
});
