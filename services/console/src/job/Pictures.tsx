import type { JobResultFile } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';

/** Most pictures on the page; the files tab has all. */
const SHOWN = 24;

interface PicturesProps {
  jobId: string;
  files: JobResultFile[];
  /** Names of the output ports, by id. */
  labels: Map<string, string>;
}

/** The pictures that the tool drew. */
export function Pictures({ jobId, files, labels }: PicturesProps) {
  const site = useSite();
  const own = pathTo(site, `jobs/${jobId}`);
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      {files.length > SHOWN && (
        <p class="quiet">
          The first {SHOWN} of {files.length} pictures. <a href={`${own}/files`}>All files</a>
        </p>
      )}
      <div class="pictures">
        {files.slice(0, SHOWN).map(({ key, name, output_port_id: port }) => (
          <a key={key} href={`${own}/items/${key}`} download={name}>
            <img src={`${own}/pictures/${key}`} alt={`${labels.get(port) ?? port}: ${name}`} loading="lazy" />
          </a>
        ))}
      </div>
    </section>
  );
}
