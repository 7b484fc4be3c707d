import type { SceneItem, SceneView } from '@rotamer/pages/viewers/scene/sceneTypes.ts';
import type { CandidateTable } from './candidateTable.ts';

/**
 * Returns the candidates that can be shown in 3D, one at a time, as JSON for their viewer; undefined without any. `sceneOf` returns the
 * address of the scene of the job that a candidate came from.
 */
export function structuresOf(
  rows: CandidateTable['rows'],
  sceneOf: (row: CandidateTable['rows'][number]) => string | undefined = () => undefined,
): string | undefined {
  const items = rows.flatMap((row): SceneItem[] => {
    const { id, url, viewer, label } = row;
    const from = sceneOf(row);
    const own = url && viewer ? [{ url, format: viewer, look: 'structure' as const, steps: true }] : [];
    return own.length > 0 || from ? [{ id, name: label, parts: own, boxes: [], ...(from && { from }) }] : [];
  });
  const scene: SceneView = { id: 'structures', label: 'Structures', items };
  return items.length > 0 ? JSON.stringify(scene) : undefined;
}
