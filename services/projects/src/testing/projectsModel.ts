/**
 * A model of where resources end up, without services, calls or crashes: every accepted assignment and deletion is carried
 * out at once, in the order of the sequence numbers.
 */

/** An accepted assignment or deletion. */
export type Accepted =
  | { seq: number; type: 'assign'; ids: ReadonlySet<string>; projectId?: string }
  | { seq: number; type: 'delete'; projectId: string; mode: 'move' | 'unassign' | 'delete_contents'; target?: string };

/** Where a resource is: in a project, in none, or deleted. */
export type Place = { in: string } | 'none' | 'gone';

/**
 * Returns the places where a resource may end up that was first put into `start`. There are several places only when the
 * resource was assigned elsewhere while its project was deleted with its contents: either may happen first.
 */
export function placesOf(id: string, start: string | undefined, accepted: Accepted[]): Place[] {
  let places: Place[] = [placeIn(start)];
  for (const one of accepted.toSorted((a, b) => a.seq - b.seq)) {
    if (one.type === 'assign') {
      if (one.ids.has(id)) places = places.map((place) => (place === 'gone' ? 'gone' : placeIn(one.projectId)));
    } else {
      places = places.flatMap((place) => afterDeletion(place, one));
    }
  }
  const deleted = new Set(accepted.flatMap((one) => (one.type === 'delete' ? [one.projectId] : [])));
  return places.filter((place) => typeof place === 'string' || !deleted.has(place.in));
}

function afterDeletion(place: Place, { projectId, mode, target }: Extract<Accepted, { type: 'delete' }>): Place[] {
  if (typeof place === 'string' || place.in !== projectId) return [place];
  // The resource may still exist when a later assignment moves it. Without such an assignment it is deleted in the end.
  if (mode === 'delete_contents') return ['gone', place];
  return [placeIn(mode === 'move' ? target : undefined)];
}

function placeIn(projectId: string | undefined): Place {
  return projectId === undefined ? 'none' : { in: projectId };
}
