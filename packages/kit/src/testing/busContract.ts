import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Bus, BusMessage } from '../bus/bus.ts';
import { numbered, numberOf, numbersByKey } from './busMessages.ts';
import { eventually } from './eventually.ts';
import { openTestBus } from './openTestBus.ts';

/** What a driver's test passes to the contract. */
export interface BusUnderTest {
  /** The settings with which a service opens this bus. */
  env: Record<string, string>;
  /** Creates a topic and the topics of its groups, for drivers with which services may not create them. */
  createTopic?(topic: string, groups: string[]): Promise<void>;
  /** Longest time until another process takes over from a killed process. */
  takeoverMs: number;
}

const GROUPS = ['files', 'workflows'];

/** Opens the bus as another process would. The bus is stopped with the test. */
export async function connectBus(env: Record<string, string>): Promise<Bus> {
  const bus = await openTestBus(env);
  onTestFinished(() => bus.stop());
  return bus;
}

/** Returns the numbers that a consumer process begins until the deadly number kills it or the last one was begun. */
async function lifeOf(
  { env }: BusUnderTest,
  topic: string,
  { deadly, last }: { deadly: number; last: number },
): Promise<{ begun: number[]; died: boolean }> {
  const program = join(import.meta.dirname, 'consumeAndDie.ts');
  const child = fork(program, [topic, 'files', String(deadly)], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const begun: number[] = [];
  const exit = once(child, 'exit');
  const done = new Promise<void>((resolve) => {
    child.on('message', (n: number) => {
      begun.push(n);
      if (n === last) resolve();
    });
  });
  const died = await Promise.race([exit.then(() => true), done.then(() => false)]);
  child.kill('SIGTERM');
  await exit;
  return { begun, died };
}

/** Registers the tests that every driver of the bus port must pass. `open` returns an unused bus. */
export function describeBus(driver: string, open: () => Promise<BusUnderTest>): void {
  describe(`the ${driver} bus`, () => {
    let underTest: BusUnderTest;
    let bus: Bus;
    let topic: string;
    beforeEach(async () => {
      underTest = await open();
      bus = await connectBus(underTest.env);
      topic = `jobs.events.${randomUUID()}`;
      await underTest.createTopic?.(topic, GROUPS);
    });

    const otherProcess = () => connectBus(underTest.env);

    const deadLetters = async () => (await bus.deadLetters(100)).filter((letter) => letter.topic === topic);

    async function publish(key: string, ...numbers: number[]): Promise<void> {
      await bus.publish(
        topic,
        numbers.map((n) => numbered(key, n)),
      );
    }

    /** Starts a consumer that keeps the messages it receives. */
    async function receive(group: string, on = bus) {
      const received: BusMessage[] = [];
      const { stop } = await on.consume(topic, group, async (message) => {
        received.push(message);
      });
      return { received, stop };
    }

    it('delivers a message with all its fields', async () => {
      const message: BusMessage = {
        key: 'job_1',
        eventId: 'evt_1',
        type: 'completed',
        // Not a constant date: old messages are deleted.
        occurredAt: new Date(),
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        value: Uint8Array.from({ length: 256 }, (_, i) => i),
      };
      await bus.publish(topic, [message]);
      const { received } = await receive('files');
      await eventually(() => received.length === 1);
      const [got] = received;
      expect({ ...got, value: Uint8Array.from(got!.value) }).toEqual(message);
    });

    it('gives every group all messages from the first on, in order per key', async () => {
      await publish('job_1', 1, 2, 3);
      await publish('job_2', 1, 2);
      const groups = await Promise.all([receive('files'), receive('workflows', await otherProcess())]);
      await publish('job_1', 4, 5);
      for (const { received } of groups) {
        await eventually(() => received.length === 7);
        const expected = { job_1: [1, 2, 3, 4, 5], job_2: [1, 2] };
        expect(Object.fromEntries(numbersByKey(received))).toEqual(expected);
      }
    });

    it('continues after a restart at the group’s offset, and repeats no handled message', async () => {
      const before = await receive('files');
      await publish('job_1', 1, 2);
      await eventually(() => before.received.length === 2);
      await before.stop();
      await publish('job_1', 3);
      const after = await receive('files', await otherProcess());
      await eventually(() => after.received.length === 1, underTest.takeoverMs);
      expect(after.received.map(numberOf)).toEqual([3]);
      expect(before.received).toHaveLength(2);
    });

    it('redelivers a message whose consumer was killed before the effect was committed', async () => {
      await publish('job_1', 1, 2);
      const program = join(import.meta.dirname, 'consumeAndHang.ts');
      const child = fork(program, [topic, 'files'], { env: { ...process.env, ...underTest.env } });
      onTestFinished(() => void child.kill('SIGKILL'));
      const hung = await new Promise((resolve) => child.once('message', resolve));
      expect(hung).toBe(2); // 1 is done, 2 is in hand
      child.kill('SIGKILL');
      const { received } = await receive('files');
      await eventually(() => received.map(numberOf).includes(2), underTest.takeoverMs);
      expect([[2], [1, 2]]).toContainEqual(received.map(numberOf));
    });

    it('dead-letters a message that has killed three processes, and delivers those after it', {
      timeout: 240_000,
    }, async () => {
      await publish('job_1', 1, 2, 3, 4);
      const life = () => lifeOf(underTest, topic, { deadly: 2, last: 4 });
      expect(await life()).toEqual({ begun: [1, 2], died: true });
      // Whether the first message is repeated depends on how long the process had lived.
      for (const repeated of [[1], []]) {
        const { begun, died } = await life();
        expect([[2], [...repeated, 2]]).toContainEqual(begun);
        expect(died).toBe(true);
      }
      expect(await deadLetters()).toEqual([]);
      expect(await life()).toEqual({ begun: [3, 4], died: false });
      expect(await deadLetters()).toMatchObject([
        { topic, group: 'files', error: '3 processes ended while they handled this event.', message: { key: 'job_1' } },
      ]);
      expect(await bus.replay(topic, 'files', 10)).toBe(1);
      const { received } = await receive('files');
      await eventually(() => received.some((message) => numberOf(message) === 2), underTest.takeoverMs);
    });

    it('lets one process of a group work at a time; another takes over when it stops', async () => {
      let atWork = 0;
      let most = 0;
      const consumers = await Promise.all(
        [bus, await otherProcess(), await otherProcess()].map(async (on) => {
          const received: number[] = [];
          const { stop } = await on.consume(topic, 'files', async (message) => {
            most = Math.max(most, ++atWork);
            await sleep(1);
            received.push(numberOf(message));
            atWork--;
          });
          return { received, stop };
        }),
      );
      const all = () => consumers.flatMap(({ received }) => received);
      for (const round of [1, 2, 3]) {
        await publish('job_1', round);
        await eventually(() => all().length === round, underTest.takeoverMs);
        const worker = consumers.find(({ received }) => received.includes(round))!;
        await worker.stop();
      }
      expect(all().sort()).toEqual([1, 2, 3]);
      expect(most).toBe(1);
    });

    it('gives every message to a group whose members come and go, in order per key', async () => {
      const keys = Array.from({ length: 8 }, (_, i) => `job_${i}`);
      const received: BusMessage[] = [];
      const join = async (on: Bus) =>
        on.consume(topic, 'files', async (message) => {
          await sleep(1);
          received.push(message);
        });
      let published = 0;
      const publishAll = async () => {
        for (const _ of Array.from({ length: 10 })) {
          published++;
          await Promise.all(keys.map((key) => publish(key, published)));
        }
      };
      const first = await join(bus);
      const [second] = await Promise.all([join(await otherProcess()), publishAll()]);
      const [third] = await Promise.all([join(await otherProcess()), publishAll(), first.stop()]);
      await Promise.all([publishAll(), second.stop()]);
      const everyNumber = Array.from({ length: published }, (_, i) => i + 1);
      const firstDeliveries = () =>
        [...numbersByKey(received)].map(([key, numbers]) => [key, [...new Set(numbers)]] as const);
      await eventually(
        () => firstDeliveries().flatMap(([, numbers]) => numbers).length === published * keys.length,
        underTest.takeoverMs,
      );
      expect(Object.fromEntries(firstDeliveries())).toEqual(Object.fromEntries(keys.map((key) => [key, everyNumber])));
      await third.stop();
    });

    it('waits at stop for the current message, and begins no other', async () => {
      await publish('job_1', 1, 2, 3);
      const begun: number[] = [];
      const effect = Promise.withResolvers<void>();
      let consumerSignal: AbortSignal | undefined;
      const { stop } = await bus.consume(topic, 'files', async (message, signal) => {
        begun.push(numberOf(message));
        consumerSignal = signal;
        await effect.promise;
      });
      await eventually(() => begun.length === 1);
      let stopped = false;
      const stopping = stop().then(() => {
        stopped = true;
      });
      await eventually(() => consumerSignal!.aborted);
      expect(stopped).toBe(false);
      effect.resolve();
      await stopping;
      expect(begun).toEqual([1]);
      const { received } = await receive('files', await otherProcess());
      await eventually(() => received.length === 2, underTest.takeoverMs);
      expect(received.map(numberOf)).toEqual([2, 3]);
    });

    it('retries transient failures, and keeps the order', async () => {
      await publish('job_1', 1, 2, 3);
      const done: number[] = [];
      let failures = 2;
      await bus.consume(topic, 'files', async (message) => {
        if (numberOf(message) === 2 && failures-- > 0) throw new Error('deadlock detected');
        done.push(numberOf(message));
      });
      await eventually(() => done.length === 3);
      expect(done).toEqual([1, 2, 3]);
    });

    it('dead-letters a poison message with its error, and continues within 5 s', async () => {
      const done: number[] = [];
      await bus.consume(topic, 'files', async (message) => {
        if (numberOf(message) === 2) throw new Error('no such project');
        done.push(numberOf(message));
      });
      const began = performance.now();
      await publish('job_1', 1, 2, 3);
      await publish('job_2', 4);
      await eventually(() => done.length === 3);
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(await deadLetters()).toMatchObject([
        { topic, group: 'files', error: 'no such project', message: { key: 'job_1' } },
      ]);
      const { received } = await receive('workflows');
      await eventually(() => received.length === 4);
    });

    it('replays dead letters once, to their own group only', async () => {
      let mended = false;
      const done: number[] = [];
      await bus.consume(topic, 'files', async (message) => {
        if (!mended) throw new Error('no such project');
        done.push(numberOf(message));
      });
      const { received } = await receive('workflows');
      await publish('job_1', 1);
      await eventually(async () => (await deadLetters()).length === 1);
      mended = true;
      const replays = await Promise.all([bus.replay(topic, 'files', 10), bus.replay(topic, 'files', 10)]);
      expect(replays.sort()).toEqual([0, 1]);
      await eventually(() => done.length === 1);
      expect(await deadLetters()).toEqual([]);
      await publish('job_1', 2);
      await eventually(() => done.length === 2 && received.length === 2);
      expect(done).toEqual([1, 2]);
      expect(received.map(numberOf)).toEqual([1, 2]);
    });

    it('gives every tail all messages from now on, and none from before', async () => {
      await publish('job_1', 1, 2);
      const tails = await Promise.all(
        [bus, bus, await otherProcess()].map(async (on) => {
          const seen: BusMessage[] = [];
          await on.tail(
            topic,
            (message) => seen.push(message),
            () => {},
          );
          return seen;
        }),
      );
      for (let n = 3; n < 50; n++) await publish('job_1', n);
      for (const seen of tails) {
        await eventually(() => seen.length === 47);
        expect(seen.map(numberOf)).toEqual(Array.from({ length: 47 }, (_, i) => i + 3));
      }
    });

    it('keeps a tail running when its listener throws, and ends it when it is stopped', async () => {
      const seen: number[] = [];
      const { stop } = await bus.tail(
        topic,
        (message) => {
          seen.push(numberOf(message));
          throw new Error('listener failed');
        },
        () => {},
      );
      const whole: number[] = [];
      await bus.tail(
        topic,
        (message) => whole.push(numberOf(message)),
        () => {},
      );
      await publish('job_1', 1, 2);
      await eventually(() => seen.length === 2);
      await stop();
      await publish('job_1', 3);
      await eventually(() => whole.length === 3);
      expect(seen).toEqual([1, 2]);
    });

    it('works off a large backlog in order', async () => {
      const count = 2_000;
      const messages = Array.from({ length: count }, (_, n) => numbered(`job_${n % 7}`, n));
      for (let i = 0; i < count; i += 500) await bus.publish(topic, messages.slice(i, i + 500));
      const { received } = await receive('files');
      await eventually(() => received.length === count, 20_000);
      for (const numbers of numbersByKey(received).values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    });

    it('lets a consumer handle several keys at a time on request, each in order', async () => {
      const count = 200;
      await bus.publish(
        topic,
        Array.from({ length: count }, (_, n) => numbered('job_1', n)).flatMap((one, n) => [one, numbered('job_2', n)]),
      );
      const received: BusMessage[] = [];
      const together = new Set<string>();
      const begun = new Set<string>();
      const consumer = async (message: BusMessage) => {
        expect(together.has(message.key)).toBe(false);
        together.add(message.key);
        begun.add(message.key);
        // The first message of each key waits until the other key has one in progress too.
        await eventually(() => begun.size === 2);
        together.delete(message.key);
        received.push(message);
      };
      await bus.consume(topic, 'files', consumer, { atOnce: 8 });
      await eventually(() => received.length === 2 * count, 20_000);
      for (const numbers of numbersByKey(received).values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    });

    it('gives a consumer only the types it asked for, and repeats nothing after a restart', async () => {
      const types = new Set(['counted']);
      const received: number[] = [];
      const consumer = async (message: BusMessage) => void received.push(numberOf(message));
      const { stop } = await bus.consume(topic, 'files', consumer, { types });
      const other = { ...numbered('job_1', 2), type: 'other' };
      await bus.publish(topic, [numbered('job_1', 1), other, numbered('job_1', 3)]);
      await eventually(() => received.length === 2);
      await bus.publish(topic, [other]);
      await stop();
      await (await otherProcess()).consume(topic, 'files', consumer, { types });
      await publish('job_1', 4);
      await eventually(() => received.length === 3, underTest.takeoverMs);
      expect(received).toEqual([1, 3, 4]);
    });

    it('misses no message of 64 concurrent writers', async () => {
      const writers = Array.from({ length: 64 }, (_, i) => `job_${i}`);
      const [{ received }, other] = await Promise.all([receive('files'), receive('workflows', await otherProcess())]);
      const seen: BusMessage[] = [];
      await bus.tail(
        topic,
        (message) => seen.push(message),
        () => {},
      );
      await Promise.all(
        writers.map(async (key) => {
          for (const n of [1, 2, 3, 4]) {
            await sleep(Math.random() * 20);
            await publish(key, n);
          }
        }),
      );
      const expected = new Map(writers.map((key) => [key, [1, 2, 3, 4]]));
      for (const messages of [received, other.received, seen]) {
        await eventually(() => messages.length === 256);
        expect(numbersByKey(messages)).toEqual(expected);
      }
    });
  });
}
