import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { ProjectEvent } from '@rotamer/proto/projects/v1/project.ts';
import { presentProject } from './presentProject.ts';
import type { Decision } from './project.ts';

/** Returns the event of a change, with the project's full current state, or its last state after the deletion. */
export function projectEvent({ project, event: type }: Decision, now: Date, traceparent: string): OutboxMessage {
  const envelope = { topic: 'projects.events.v1', key: project.id, occurredAt: now, traceparent };
  const { workspaceId } = project;
  return outboxEvent(ProjectEvent, envelope, { workspaceId, type, project: presentProject(project) });
}
