import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BusMessage } from '../bus/bus.ts';
import { numbered, numberOf } from '../testing/busMessages.ts';
import type { StoredMessage } from './readOutbox.ts';
import { type RelayPorts, relayPass } from './relay.ts';

const BATCH = 4;
/** Each key has one topic, as entities have; batches contain several topics. */
const topics = { job_1: 'jobs', job_2: 'jobs', ws_1: 'billing' };
type Key = keyof typeof topics;

/** Where a pass crashes: the number of the call of publish or remove, and whether the call had its effect before the crash. */
interface Crash {
  call: number;
  afterEffect: boolean;
}

/** Creates what the relay works on: an outbox, a bus, and the messages in the order of their commits. */
function createWorld() {
  let outbox: StoredMessage[] = [];
  const bus: { topic: string; message: BusMessage }[] = [];
  const committed: { key: Key; n: number }[] = [];

  function portsWith(crash?: Crash): RelayPorts {
    let calls = 0;
    const act = async (effect: () => void) => {
      const here = crash?.call === calls++;
      if (!here || crash?.afterEffect) effect();
      if (here) throw Object.assign(new Error('crash'), { code: 'ECONNRESET' });
    };
    return {
      read: async (limit) => outbox.slice(0, limit),
      publish: (topic, messages) => act(() => bus.push(...messages.map((message) => ({ topic, message })))),
      remove: (ids) =>
        act(() => {
          outbox = outbox.filter(({ id }) => !ids.includes(id));
        }),
      refused: () => Promise.reject(new Error('refused')),
    };
  }

  return {
    bus,
    committed,
    outbox: () => outbox,
    commit(key: Key) {
      const n = committed.push({ key, n: committed.length }) - 1;
      outbox.push({ ...numbered(key, n), topic: topics[key], id: n });
    },
    remove: (ids: number[]) => portsWith().remove(ids),
    pass: (crash?: Crash) => relayPass(portsWith(crash), BATCH),
  };
}

type World = ReturnType<typeof createWorld>;

/** Checks what must hold after any number of crashes at any place. */
function check({ outbox, bus, committed }: World): void {
  for (const key of Object.keys(topics) as Key[]) {
    const committedOfKey = committed.filter((message) => message.key === key).map(({ n }) => n);
    const ofKey = bus.filter(({ message }) => message.key === key);
    const received = ofKey.map(({ message }) => numberOf(message));
    const firstReceived = [...new Set(received)];
    // In order, without gaps and without invented messages. Messages missing at the end are still in the outbox.
    expect(firstReceived).toEqual(committedOfKey.slice(0, firstReceived.length));
    const waiting = outbox()
      .filter((message) => message.key === key)
      .map(numberOf);
    for (const n of committedOfKey) expect(received.includes(n) || waiting.includes(n)).toBe(true);
    // Only contiguous stretches are repeated: from any message on, the newest comes last.
    expect(received.at(-1)).toBe(firstReceived.at(-1));
    expect(ofKey.every(({ topic }) => topic === topics[key])).toBe(true);
  }
}

type Command = fc.AsyncCommand<object, World>;

const commit = (key: Key): Command => ({
  check: () => true,
  run: async (_, world) => {
    world.commit(key);
    check(world);
  },
  toString: () => `commit ${key}`,
});

const pass = (crash: Crash | undefined): Command => ({
  check: () => true,
  run: async (_, world) => {
    const waiting = world.outbox().length;
    const more = await world.pass(crash).catch(() => 'crashed');
    if (more !== 'crashed') expect(more).toBe(waiting >= BATCH);
    check(world);
  },
  toString: () => (crash ? `crash at ${JSON.stringify(crash)}` : 'pass'),
});

const crash = fc.record({ call: fc.nat({ max: 2 }), afterEffect: fc.boolean() });
const commands = fc.commands<object, World, false>(
  [fc.constantFrom<Key>('job_1', 'job_2', 'ws_1').map(commit), fc.option(crash, { nil: undefined }).map(pass)],
  { maxCommands: 60 },
);

describe('a relay', () => {
  it('loses no message and keeps the order per key, although crashes may repeat messages', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (run) => {
        const world = createWorld();
        await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
        while (await world.pass()) check(world);
        check(world);
        expect(world.outbox()).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('sends each message once when nothing crashes', async () => {
    const world = createWorld();
    for (let i = 0; i < 3 * BATCH; i++) world.commit('job_1');
    while (await world.pass()) check(world);
    expect(world.bus.map(({ message }) => numberOf(message))).toEqual(world.committed.map(({ n }) => n));
  });

  it('does not call the bus when the outbox is empty', async () => {
    const silent: RelayPorts = {
      read: async () => [],
      publish: () => Promise.reject(new Error('published')),
      remove: () => Promise.reject(new Error('removed')),
      refused: () => Promise.reject(new Error('refused')),
    };
    expect(await relayPass(silent)).toBe(false);
  });

  it.each([
    ['refuses', new Error('message too large')],
    ['takes too long for', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ])('publishes all other messages when the bus %s one, which is retried and then put aside', async (_, error) => {
    const world = createWorld();
    for (let i = 0; i < BATCH; i++) world.commit('job_1');
    const [poison] = world.outbox().filter((message) => numberOf(message) === 1);
    const aside = new Set<number>();
    let tries = 0;
    const ports: RelayPorts = {
      read: async (limit) =>
        world
          .outbox()
          .filter(({ id }) => !aside.has(id))
          .slice(0, limit),
      publish: async (topic, messages) => {
        if (messages.some((message) => numberOf(message) === 1)) throw error;
        world.bus.push(...messages.map((message) => ({ topic, message })));
      },
      remove: world.remove,
      refused: async ({ id }) => {
        if (++tries < 3) return false;
        aside.add(id);
        return true;
      },
    };
    const received = () => world.bus.map(({ message }) => numberOf(message));
    for (let i = 0; i < 2; i++) await expect(relayPass(ports, BATCH)).rejects.toBe(error);
    expect(received()).toEqual([0]);
    await relayPass(ports, BATCH);
    expect(received()).toEqual([0, 2, 3]);
    expect(world.outbox()).toEqual([poison]);
    expect(await relayPass(ports, BATCH)).toBe(false);
  });
});
