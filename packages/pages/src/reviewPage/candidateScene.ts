import type { SceneItem, SceneView } from '../viewers/scene/sceneTypes.ts';
import type { CandidateTable } from './candidateTable.ts';

/** Returns the candidates that can be shown in 3D, one at a time, as JSON for their viewer; undefined without any. */
export function structuresOf(rows: CandidateTable['rows']): string | undefined {
  const items = rows.flatMap(({ id, url, viewer, label }): SceneItem[] => {
    if (!url || !viewer) return [];
    return [{ id, name: label, parts: [{ url, format: viewer, look: 'structure', steps: true }], boxes: [] }];
  });
  const scene: SceneView = { id: 'structures', label: 'Structures', items };
  return items.length > 0 ? JSON.stringify(scene) : undefined;
}
