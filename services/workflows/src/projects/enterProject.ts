import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { type Place, placeOf } from '@rotamer/kit/projects/places.ts';

/** Where something new that names a project goes. @throws conflict when the project is deleted with all that is in it */
export async function enterProject(tx: Queryable, workspaceId: string, projectId: string | undefined): Promise<Place> {
  const place = await placeOf(tx, workspaceId, projectId);
  if (!place.deleting) return place;
  throw new Fault('conflict', 'This project is being deleted.', { resolution: 'Use another project, or none.' });
}
