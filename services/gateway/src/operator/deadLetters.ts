import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { DeadLetters } from '@rotamer/kit/service/deadLetterService.ts';
import type { DeadLettersClient } from '@rotamer/proto/bus/v1/dead_letters.ts';

/** Most dead letters that a page shows of one source, and most that one request replays. */
export const MAX_LETTERS = 100;

/** How long a source may take. Kafka reads dead letters from the start of their topics. */
const ANSWER_MS = 5_000;

/** A dead letter without its payload. */
export interface ShownLetter {
  /** The bus, or the service whose loop gave the work up. */
  source: string;
  topic: string;
  group: string;
  type: string;
  key: string;
  error: string;
  occurred_at: string | null;
}

/** The dead letters of an installation. */
export interface ShownLetters {
  object: 'operator_dead_letters';
  dead_letters: ShownLetter[];
  /** Sources that did not answer in time: the list lacks theirs. */
  missing: string[];
}

/** Lists and replays the dead letters of the bus and of the services. */
export interface OperatorLetters {
  list(scope: CallScope): Promise<ShownLetters>;
  /** Returns how many were replayed; undefined for an unknown source. */
  replay(which: { source: string; topic: string; group: string }, scope: CallScope): Promise<number | undefined>;
}

type Source = {
  list(scope: CallScope): Promise<Omit<ShownLetter, 'source'>[]>;
  replay(topic: string, group: string, scope: CallScope): Promise<number>;
};

/** `services`: clients of the services whose loops have dead letters. */
export function createOperatorLetters(
  bus: DeadLetters,
  services: Readonly<Record<string, DeadLettersClient<CallScope>>>,
  answerMs = ANSWER_MS,
): OperatorLetters {
  const sources: Record<string, Source> = { bus: ofBus(bus) };
  for (const [name, client] of Object.entries(services)) sources[name] = ofService(client, answerMs);
  return {
    async list(scope) {
      const answers = await Promise.all(
        Object.entries(sources).map(async ([source, one]) => {
          const found = await inTime(one.list(scope), answerMs).catch(() => undefined);
          return { source, found };
        }),
      );
      return {
        object: 'operator_dead_letters',
        dead_letters: answers.flatMap(({ source, found = [] }) => found.map((letter) => ({ source, ...letter }))),
        missing: answers.filter(({ found }) => found === undefined).map(({ source }) => source),
      };
    },
    async replay({ source, topic, group }, scope) {
      if (!Object.hasOwn(sources, source)) return undefined;
      return await sources[source]!.replay(topic, group, scope);
    },
  };
}

function ofBus(bus: DeadLetters): Source {
  return {
    list: async () =>
      (await bus.deadLetters(MAX_LETTERS)).map(({ topic, group, error, message }) => {
        const { key, type, occurredAt } = message;
        return { topic, group, type, key, error, occurred_at: new Date(occurredAt).toISOString() };
      }),
    replay: (topic, group) => bus.replay(topic, group, MAX_LETTERS),
  };
}

function ofService(client: DeadLettersClient<CallScope>, answerMs: number): Source {
  return {
    async list(scope) {
      const { deadLetters } = await client.list(
        { limit: MAX_LETTERS },
        { ...scope, deadlineMs: Date.now() + answerMs },
      );
      return deadLetters.map(({ topic, group, type, key, error, occurredAt }) => {
        return { topic, group, type, key, error, occurred_at: occurredAt?.toISOString() ?? null };
      });
    },
    replay: async (topic, group, scope) => (await client.replay({ topic, group, limit: MAX_LETTERS }, scope)).replayed,
  };
}

/** Rejects when an answer takes too long. The work goes on, and nobody waits for it. */
async function inTime<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
