import type { Command } from './command.ts';
import { optionalInteger } from './values.ts';

export const dlqList: Command = {
  name: 'dlq list',
  summary: 'events that a group gave up on, oldest first',
  required: {},
  optional: { limit: 'N' },
  async run(options, clients) {
    const { deadLetters } = await clients.deadLetters.list({ limit: optionalInteger('limit', options.limit) });
    return {
      dead_letters: deadLetters.map(({ eventId, occurredAt, ...letter }) => ({
        ...letter,
        event_id: eventId,
        occurred_at: occurredAt,
      })),
    };
  },
};

export const dlqReplay: Command = {
  name: 'dlq replay',
  summary: 'gives the oldest of them to their group again',
  required: { topic: 'T', group: 'G' },
  optional: { limit: 'N' },
  async run({ topic, group, limit }, { deadLetters }) {
    const { replayed } = await deadLetters.replay({ topic, group, limit: optionalInteger('limit', limit) });
    return { replayed };
  },
};
