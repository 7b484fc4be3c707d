import type { JobResultFile } from '@rotamer/client';
import { viewerFormatOf } from '@rotamer/pages/sharePage/viewerFormat.ts';
import { pathTo, useSite } from '../site/site.ts';

/** Most structures among which the reader chooses; the files tab has all. */
const SHOWN = 100;

/** Structures in 3D, one at a time. The viewer of shared pages shows them. */
export function Structures({ jobId, files }: { jobId: string; files: JobResultFile[] }) {
  const site = useSite();
  const own = pathTo(site, `jobs/${jobId}`);
  return (
    <section id="structures" aria-labelledby="structures-title">
      <h2 id="structures-title">Structures</h2>
      <noscript>
        <p class="quiet">The 3D view requires JavaScript. The files tab has the structures.</p>
      </noscript>
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
          <span class="quiet">Drag to rotate, scroll to zoom.</span>
        </p>
        <ul class="choices">
          {files.slice(0, SHOWN).map((file) => (
            <li key={file.key}>
              <button type="button" data-structure={`${own}/items/${file.key}`} data-format={viewerFormatOf(file)}>
                {file.name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
