import { DeadLettersDefinition } from '@rotamer/proto/bus/v1/dead_letters.ts';
import type { BusMessage, DeadLetter } from '../bus/bus.ts';
import { validationFault } from '../errors/fault.ts';
import { type GrpcService, grpcService } from '../grpc/server.ts';

/** Most dead letters in one response. */
const MAX_LETTERS = 500;

/** The dead letters of the groups of the bus, or of the loops of a service. */
export interface DeadLetters {
  deadLetters(limit: number): Promise<LetterSummary[]>;
  replay(topic: string, group: string, limit: number): Promise<number>;
}

/** The part of a dead letter that operators see: everything but its payload. */
type LetterSummary = Omit<DeadLetter, 'message'> & {
  message: Pick<BusMessage, 'key' | 'eventId' | 'type' | 'occurredAt'>;
};

/**
 * Returns the operators' RPCs: list dead letters, and replay them. `callers`: who may call them besides the admin commands; the
 * gateway shows them on the operators' pages.
 */
export function deadLetterService(letters: DeadLetters, callers: readonly string[] = []): GrpcService {
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
    { list: ['operator', ...callers], replay: ['operator', ...callers] },
  );
}

const bounded = (limit: number) => Math.min(limit || MAX_LETTERS, MAX_LETTERS);
