import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { bytes } from '../words/numbers.ts';
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
      <ScrollBox label="Files, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Contents</th>
              <th scope="col">Format</th>
              <th scope="col" class="number">
                Size
              </th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {result.files.map((file) => (
              <tr key={file.key}>
                <th scope="row">
                  <a href={pathTo(site, `jobs/${job.id}/items/${file.key}`)} download={file.name}>
                    {file.name}
                  </a>
                </th>
                <td>{labels.get(file.output_port_id) ?? file.output_port_id}</td>
                <td>{file.format}</td>
                <td class="number">{bytes(file.size)}</td>
                <td>
                  <code title={file.sha256}>{file.sha256.slice(0, 16)}…</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p>
        All of them: <code>rotamer results download {job.id}</code>
      </p>
    </section>
  );
}
