import { listEvents as operation } from '@rotamer/api/operations/events/listEvents.ts';
import { joinRepeated } from '@rotamer/http/params/joinRepeated.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { cursorOf, placeOf } from '@rotamer/streams/events/feedPlace.ts';
import { presentEvent } from '@rotamer/streams/events/presentEvent.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { feedFilter } from './feedRequest.ts';

const LIMIT = 100;

/** GET /events: oldest first. */
export const listEvents = handler(
  operation,
  ({ events }) =>
    async (request, reply) => {
      const { after, limit = LIMIT } = request.query;
      const { workspaceId } = request.credential!;
      const filter = feedFilter(request.query, request.credential!);
      const place = after === undefined ? undefined : placeOf(after, workspaceId);
      const page = await events.list({ ...filter, limit, after: place }, callScope(request, reply));
      const next_cursor = cursorOf(page.nextSeq, workspaceId);
      if (page.tooOld)
        throw new Fault('resync_required', 'Events after this place are kept no more.', {
          details: { cursor: next_cursor },
        });
      return { object: 'list' as const, data: page.events.map(presentEvent), has_more: page.hasMore, next_cursor };
    },
  { importance: 'list', preValidation: joinRepeated('type') },
);
