import { structuresOf } from './candidateScene.ts';
import type { CandidateTable } from './candidateTable.ts';

interface CandidateViewProps {
  rows: CandidateTable['rows'];
  /** The address of the run. */
  path: string;
  /** Whether the tool that made the candidates says what is shown with them in 3D. */
  hasScenes: boolean;
}

/** A candidate beside the table: its drawing or its structure in 3D. The script of the page fills it in; without it, it is absent. */
export function CandidateView({ rows, path, hasScenes }: CandidateViewProps) {
  const scene = structuresOf(rows, ({ id, jobId }) =>
    hasScenes && jobId ? `${path}/candidates/${id}/scene` : undefined,
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long facts are scrolled by keyboard
    <aside class="candidate" aria-label="Candidate" data-candidate-view tabIndex={0} hidden>
      <h2 data-candidate-name>Candidate</h2>
      <div data-candidate-picture />
      {scene && <div data-viewer="scene" data-scene={scene} />}
      <dl data-candidate-facts />
    </aside>
  );
}
