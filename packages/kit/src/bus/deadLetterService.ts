import { DeadLettersDefinition } from '@rotamer/proto/bus/v1/dead_letters.ts';
import { validationFault } from '../errors/fault.ts';
import { type GrpcService, grpcService } from '../grpc/server.ts';
import type { Bus } from './bus.ts';

/** As many as one answer carries. */
const MAX_LETTERS = 500;

/** What operators ask of the bus: which events a group gave up on, and to try them again. */
export function deadLetterService(bus: Pick<Bus, 'deadLetters' | 'replay'>): GrpcService {
  return grpcService(
    DeadLettersDefinition,
    {
      async list({ limit }) {
        const letters = await bus.deadLetters(bounded(limit));
        return {
          deadLetters: letters.map(({ topic, group, message, error }) => {
            const { key, eventId, type, occurredAt } = message;
            return { topic, group, key, eventId, type, occurredAt, error };
          }),
        };
      },
      async replay({ topic, group, limit }) {
        if (!topic) throw validationFault([{ path: 'topic', message: 'is missing' }]);
        if (!group) throw validationFault([{ path: 'group', message: 'is missing' }]);
        return { replayed: await bus.replay(topic, group, bounded(limit)) };
      },
    },
    { list: ['operator'], replay: ['operator'] },
  );
}

const bounded = (limit: number) => Math.min(limit || MAX_LETTERS, MAX_LETTERS);
