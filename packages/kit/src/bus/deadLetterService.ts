import { DeadLettersDefinition } from '@rotamer/proto/bus/v1/dead_letters.ts';
import { validationFault } from '../errors/fault.ts';
import { type GrpcService, grpcService } from '../grpc/server.ts';
import type { BusMessage, DeadLetter } from './bus.ts';

/** As many as one answer carries. */
const MAX_LETTERS = 500;

/** What was given up on: by groups of the bus, or by the loops of a service (`work/parkedWork.ts`). */
export interface DeadLetters {
  deadLetters(limit: number): Promise<LetterSummary[]>;
  replay(topic: string, group: string, limit: number): Promise<number>;
}

/** What operators are told of a dead letter: its bytes are not. */
type LetterSummary = Omit<DeadLetter, 'message'> & {
  message: Pick<BusMessage, 'key' | 'eventId' | 'type' | 'occurredAt'>;
};

/** What operators ask: what was given up on, and to try it again. */
export function deadLetterService(letters: DeadLetters): GrpcService {
  return grpcService(
    DeadLettersDefinition,
    {
      async list({ limit }) {
        const found = await letters.deadLetters(bounded(limit));
        return {
          deadLetters: found.map(({ topic, group, message, error }) => {
            const { key, eventId, type, occurredAt } = message;
            return { topic, group, key, eventId, type, occurredAt, error };
          }),
        };
      },
      async replay({ topic, group, limit }) {
        if (!topic) throw validationFault([{ path: 'topic', message: 'is missing' }]);
        if (!group) throw validationFault([{ path: 'group', message: 'is missing' }]);
        return { replayed: await letters.replay(topic, group, bounded(limit)) };
      },
    },
    { list: ['operator'], replay: ['operator'] },
  );
}

const bounded = (limit: number) => Math.min(limit || MAX_LETTERS, MAX_LETTERS);
