import type { Rotamer } from '@rotamer/client';

/**
 * Returns the address of the event stream that begins after what the workspace has now, relative to the workspace. A page that reads
 * this address before its jobs misses nothing that happens until its stream is open.
 */
export async function eventsFromNow(api: Rotamer): Promise<string> {
  const place = await api.events
    .list({ after: 'now', limit: 1 })
    .page()
    // A page must not fail only because it cannot be followed from here on: its stream then begins when it opens.
    .catch(() => undefined);
  return place ? `events?after=${encodeURIComponent(place.next_cursor)}` : 'events';
}
