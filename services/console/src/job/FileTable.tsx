import type { SharedFile } from '@rotamer/pages/publicPages.ts';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { bytes } from '../words/numbers.ts';

interface FileTableProps {
  /** The address of the job. */
  own: string;
  files: SharedFile[];
  /** Names of the output ports, by id. */
  labels: Map<string, string>;
}

/** Files of a result, each as a download. */
export function FileTable({ own, files, labels }: FileTableProps) {
  return (
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
          {files.map((file) => (
            <tr key={file.key}>
              <th scope="row">
                <a href={`${own}/items/${encodeURIComponent(file.key)}`} download={file.name}>
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
  );
}
