import { newId } from '@rotamer/kit/ids.ts';
import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { ProjectEvent } from '@rotamer/proto/projects/v1/project.ts';
import { presentProject } from './presentProject.ts';
import type { Decision } from './project.ts';

/** The event of a change: the whole project as it now is, or was last. */
export function projectEvent({ project, event: type }: Decision, now: Date, traceparent: string): OutboxMessage {
  const eventId = newId('evt', now);
  const value = ProjectEvent.encode({
    eventId,
    workspaceId: project.workspaceId,
    occurredAt: now,
    type,
    project: presentProject(project),
  }).finish();
  return { topic: 'projects.events.v1', key: project.id, eventId, type, occurredAt: now, traceparent, value };
}
