import type { SharedFile } from '@rotamer/pages/publicPages.ts';

/** Most pictures on the page; the list of files has all. */
const SHOWN = 24;

interface PicturesProps {
  /** The address of the job. */
  own: string;
  files: SharedFile[];
  /** Number of all pictures. */
  total?: number;
  /** Names of the output ports, by id. */
  labels: Map<string, string>;
}

/** The pictures that the tool drew. */
export function Pictures({ own, files, total = files.length, labels }: PicturesProps) {
  if (files.length === 0) return null;
  const shown = files.slice(0, SHOWN);
  return (
    <section aria-labelledby="pictures">
      <h2 id="pictures">Pictures</h2>
      {total > shown.length && (
        <p class="quiet">
          The first {shown.length} of {total} pictures. The files have all.
        </p>
      )}
      <div class="pictures">
        {shown.map(({ key, name, output_port_id: port }) => (
          <a key={key} href={`${own}/items/${encodeURIComponent(key)}`} download={name}>
            <img
              src={`${own}/pictures/${encodeURIComponent(key)}`}
              alt={`${labels.get(port) ?? port}: ${name}`}
              loading="lazy"
            />
          </a>
        ))}
      </div>
    </section>
  );
}
