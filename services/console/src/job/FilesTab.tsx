import { pathTo, useSite } from '../site/site.ts';
import { FileTable } from './FileTable.tsx';
import type { JobContent } from './jobContent.ts';

/** The files of the result, each as a download. */
export function FilesTab({ job, tool, result }: JobContent) {
  const site = useSite();
  if (!result || result.files.length === 0) return <p class="quiet">There are no files.</p>;
  const labels = new Map(tool?.output.ports.map(({ id, label }) => [id, label]));
  return (
    <section aria-labelledby="files">
      <h2 id="files">Files</h2>
      {result.hasMore && <p class="quiet">The first files of a large result. The command line downloads all.</p>}
      <FileTable own={pathTo(site, `jobs/${job.id}`)} files={result.files} labels={labels} />
      <p>
        All of them: <code>rotamer results download {job.id}</code>
      </p>
    </section>
  );
}
