import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { eventList, eventQuery, MAX_EVENTS } from '../../schemas/event.ts';

const query = Type.Object(
  {
    ...eventQuery,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EVENTS, default: 100 })),
  },
  { additionalProperties: false },
);

const description = [
  'Each event has the resource as it was then. Without `after` a page begins with the oldest event that is kept, of the last 30 days',
  'unless the operator chose another time. `resync_required` means that events after this place are kept no more.',
  'A key sees the events of resources that it may read: jobs and runs with `jobs:read`, files with `files:read`, projects with',
  '`projects:read`, budgets with `workspace:read`.',
].join(' ');

/** GET /events: the feed of the workspace, oldest first. */
export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  access: { role: 'viewer', limited: 'handler' },
  tag: 'Events',
  summary: 'List the events of the workspace, oldest first',
  description,
  query,
  responses: { 200: { body: ref(eventList) } },
  errors: ['resync_required'],
  sample: {
    query: { type: 'job.*' },
    call: 'events.list',
    cli: "events --type 'job.*'",
    shown: { as: 'event', fields: ['type', 'resource'], isList: true },
  },
});
