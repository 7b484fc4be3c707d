import { workTopic } from '@rotamer/kit/service/parkedWork.ts';
import type { Command } from './command.ts';
import { optionalInteger } from './values.ts';

export const dlqList: Command = {
  name: 'dlq list',
  isRead: true,
  summary: 'lists dead-lettered events of consumer groups and work items of services, oldest first',
  required: {},
  optional: { limit: 'N' },
  async run(options, { deadLetters }) {
    const limit = optionalInteger('limit', options.limit);
    const lists = await Promise.all(Object.values(deadLetters).map((letters) => letters.list({ limit })));
    const letters = lists
      .flatMap((list) => list.deadLetters)
      .sort((a, b) => Number(a.occurredAt) - Number(b.occurredAt))
      .slice(0, limit);
    return {
      dead_letters: letters.map(({ eventId, occurredAt, ...letter }) => ({
        ...letter,
        event_id: eventId,
        occurred_at: occurredAt,
      })),
    };
  },
};

export const dlqReplay: Command = {
  name: 'dlq replay',
  summary: 'delivers the oldest dead letters of a group again, or retries dead-lettered work',
  required: { topic: 'T', group: 'G' },
  optional: { limit: 'N' },
  async run({ topic, group, limit }, { deadLetters }) {
    const parkedBy = Object.entries(deadLetters).find(([service]) => topic === workTopic(service));
    const letters = parkedBy?.[1] ?? deadLetters.bus;
    const { replayed } = await letters.replay({ topic, group, limit: optionalInteger('limit', limit) });
    return { replayed };
  },
};
