import type { CandidateTable } from '@rotamer/pages/reviewPage/candidateTable.ts';

/** A candidate beside the table: its drawing or its structure in 3D. The script of the page fills it in; without it, it is absent. */
export function CandidateView({ rows }: { rows: CandidateTable['rows'] }) {
  const structures = rows.filter(({ url, viewer }) => url && viewer);
  return (
    <aside class="candidate" aria-label="Candidate" data-candidate-view hidden>
      <h2 data-candidate-name>Candidate</h2>
      <div data-candidate-picture />
      {structures.length > 0 && <Structures structures={structures} />}
      <dl data-candidate-facts />
    </aside>
  );
}

/** The viewer of shared pages. The script of the review chooses the structure of the row. */
function Structures({ structures }: { structures: CandidateTable['rows'] }) {
  return (
    <div id="structures">
      <div class="viewer" hidden>
        <div class="stage" role="img" aria-label="3D structure" />
        <p class="controls">
          <button type="button" data-step="-1" aria-label="Previous model">
            ←
          </button>
          <output />
          <button type="button" data-step="1" aria-label="Next model">
            →
          </button>
          <span class="quiet">Drag to rotate.</span>
        </p>
        <ul class="choices">
          {structures.map((row) => (
            <li key={row.id}>
              <button type="button" data-structure={row.url} data-format={row.viewer} data-of={row.id}>
                {row.label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
