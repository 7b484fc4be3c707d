import type { Admin, Kafka } from 'kafkajs';
import { deadLetterTopic, retryTopic } from '../bus.ts';
import { withAdmin } from './kafkaClient.ts';

/** Partitions of each topic. Must never change: keys would move to other partitions and lose their order. */
const PARTITIONS = 12;
const DAY_MS = 86_400_000;

/** A topic and the groups that consume it. */
export interface EventTopic {
  topic: string;
  groups: string[];
}

export interface TopicOptions {
  prefix: string;
  retentionDays: number;
  /** By default that of the cluster. */
  replicationFactor?: number;
}

interface TopicShape {
  name: string;
  partitions: number;
  retentionMs: number;
}

/** A topic that existed before, for a report to the operator. */
export interface ExistingTopic {
  name: string;
  partitions: number;
}

/**
 * Creates missing topics: each topic and, for each of its groups, the topics of dead letters and of replayed messages.
 * Existing topics are not changed.
 */
export async function createTopics(kafka: Kafka, topics: EventTopic[], options: TopicOptions) {
  const shapes = topics.flatMap((topic) => shapesOf(topic, options));
  return withAdmin(kafka, async (admin) => {
    const existing = await describeTopics(
      admin,
      shapes.map(({ name }) => name),
    );
    const missing = shapes.filter(({ name }) => !existing.some((topic) => topic.name === name));
    if (missing.length > 0) {
      await admin.createTopics({
        waitForLeaders: true,
        topics: missing.map(({ name, partitions, retentionMs }) => ({
          topic: name,
          numPartitions: partitions,
          replicationFactor: options.replicationFactor ?? -1,
          configEntries: [
            { name: 'retention.ms', value: String(retentionMs) },
            { name: 'cleanup.policy', value: 'delete' },
          ],
        })),
      });
    }
    return { created: missing.map(({ name }) => name), existing };
  });
}

/** @throws Error naming the missing topics and how to create them. */
export async function requireTopics(kafka: Kafka, names: string[]): Promise<void> {
  const existing = await withAdmin(kafka, (admin) => describeTopics(admin, names));
  const missing = names.filter((name) => !existing.some((topic) => topic.name === name));
  if (missing.length === 0) return;
  throw new Error(`Missing Kafka topics: ${missing.join(', ')}. Create them: npm run admin -- bus create-topics`);
}

async function describeTopics(admin: Admin, names: string[]): Promise<ExistingTopic[]> {
  const known = new Set(await admin.listTopics());
  const present = names.filter((name) => known.has(name));
  if (present.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: present });
  return topics.map(({ name, partitions }) => ({ name, partitions: partitions.length }));
}

function shapesOf({ topic, groups }: EventTopic, { prefix, retentionDays }: TopicOptions): TopicShape[] {
  const retentionMs = retentionDays * DAY_MS;
  return [
    { name: prefix + topic, partitions: PARTITIONS, retentionMs },
    ...groups.flatMap((group) => [
      // Dead letters stay until an operator has handled them.
      { name: prefix + deadLetterTopic(topic, group), partitions: 1, retentionMs: -1 },
      { name: prefix + retryTopic(topic, group), partitions: 1, retentionMs },
    ]),
  ];
}
