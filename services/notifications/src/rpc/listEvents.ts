import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { ListEventsRequest, ListEventsResponse } from '@rotamer/proto/notifications/v1/events.ts';
import type { Deps } from '../deps.ts';
import { placeOf, readEvents, readFeed } from '../feed/readFeed.ts';

/** Most events of a page. */
const MAX_LIMIT = 1_000;

/** Returns the next events of the caller's workspace. */
export function listEvents({ db }: Pick<Deps, 'db'>): Rpc<ListEventsRequest, ListEventsResponse> {
  return async (request, { caller: { workspaceId } }) => {
    const problem = wholeNumber('limit', request.limit, 1, MAX_LIMIT);
    if (problem) throw validationFault([problem]);
    const { after } = request;
    const place = await placeOf(db, workspaceId, after);
    const page = typeof place === 'number' ? await readEvents(db, workspaceId, place, request) : undefined;
    // Read after the events, so that none of them was deleted before they were read.
    const feed = await readFeed(db, workspaceId);
    // A place beyond the end is from before the database was restored from a backup.
    const isKept = !after || (typeof place === 'number' && place >= feed.prunedSeq && place <= feed.lastSeq);
    if (page && isKept) return { ...page, tooOld: false };
    return { events: [], nextSeq: feed.lastSeq, hasMore: false, tooOld: place !== 'newest' };
  };
}
