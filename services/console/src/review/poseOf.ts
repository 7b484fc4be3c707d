import type { Curation, Tool } from '@rotamer/client';
import type { SceneItem, SceneView } from '@rotamer/pages/viewers/scene/sceneTypes.ts';

type Candidate = Pick<Curation['candidates'][number], 'metrics' | 'result_url'>;

/**
 * Returns the item of a job's scenes that shows a candidate, with the step of its model: the pose in its receptor. A candidate is a
 * file of the scene, or a row whose fields say number and model. Undefined when no scene shows the candidate.
 */
export function poseOf(
  { metrics, result_url: url }: Candidate,
  contract: NonNullable<Tool['scenes']>,
  scenes: readonly SceneView[],
): SceneItem | undefined {
  const itemId = url?.split('/').at(-1);
  const ofFile = scenes
    .flatMap(({ items }) => items)
    .find(({ parts }) => parts.some((part) => itemId !== undefined && part.url.endsWith(`/items/${itemId}`)));
  if (ofFile) return ofFile;
  for (const { id, items } of scenes) {
    const { number, model } = contract.find((one) => one.id === id)?.rows ?? {};
    if (number === undefined && model === undefined) continue;
    const item = items.find((one) => number === undefined || one.number === metrics[number]);
    const step = model === undefined ? 1 : metrics[model];
    if (item && typeof step === 'number') return { ...item, first: step - 1 };
  }
  return undefined;
}
