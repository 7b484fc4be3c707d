import type { EventTopic } from '@rotamer/kit/bus/kafka/kafkaTopics.ts';

/** Every topic, and the services that hear it as a group; the gateway only tails. */
export const eventTopics: EventTopic[] = [
  { topic: 'jobs.events.v1', groups: ['files', 'workflows'] },
  { topic: 'billing.events.v1', groups: ['workflows'] },
  { topic: 'files.events.v1', groups: [] },
  { topic: 'projects.events.v1', groups: [] },
  { topic: 'workflows.events.v1', groups: [] },
];

/** How long events stay for consumers that were away. */
export const eventRetentionDays = 7;
