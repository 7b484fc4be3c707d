import type { KafkaMessage } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { firstOfEach, type ParkedMessage } from './deadLetters.ts';

function parked(name: string, partition: number, offset: number, timestamp: number): ParkedMessage {
  const message = { timestamp: String(timestamp) } as KafkaMessage;
  return { name, partition, offset: BigInt(offset), message };
}

const offsets = (found: ParkedMessage[]) => found.map(({ name, offset }) => [name, Number(offset)]);

describe('firstOfEach', () => {
  it('returns the messages with the lowest offsets of each topic, regardless of their timestamps', () => {
    const found = [parked('a', 0, 9, 1), parked('b', 0, 4, 2), parked('a', 0, 10, 0), parked('a', 0, 8, 7)];
    expect(offsets(firstOfEach(found, 2))).toEqual([
      ['a', 8],
      ['a', 9],
      ['b', 4],
    ]);
  });

  it('returns each message once when a reader had to restart', () => {
    const found = [parked('a', 0, 1, 0), parked('a', 0, 2, 0), parked('a', 0, 1, 0), parked('a', 0, 2, 0)];
    expect(offsets(firstOfEach(found, 10))).toEqual([
      ['a', 1],
      ['a', 2],
    ]);
  });

  it('compares offsets beyond the range of a double', () => {
    const far = 9_007_199_254_740_993n;
    const found = [
      { ...parked('a', 0, 0, 0), offset: far },
      { ...parked('a', 0, 0, 0), offset: far - 1n },
    ];
    expect(firstOfEach(found, 1)[0]!.offset).toBe(far - 1n);
  });
});
