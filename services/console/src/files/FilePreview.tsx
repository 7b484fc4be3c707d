import type { File } from '@rotamer/client';
import type { SceneItem, SceneView } from '@rotamer/pages/viewers/scene/sceneTypes.ts';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import type { Preview } from './readPreview.ts';

/** The beginning of a file: a picture, a table, a text, or a structure in 3D above its text. */
export function FilePreview({ file, preview }: { file: File; preview: Preview }) {
  const site = useSite();
  const own = pathTo(site, `files/${file.id}`);
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {preview.as === 'nothing' && <p class="quiet">This format has no preview. Download the file to open it.</p>}
      {preview.as === 'picture' && (
        <p class="pictures">
          <img src={`${own}/picture`} alt={file.filename} />
        </p>
      )}
      {preview.as === 'table' && <Rows rows={preview.rows} />}
      {preview.as === 'text' && preview.structure && (
        <Structure url={`${own}/bytes`} format={preview.structure} name={file.filename} />
      )}
      {preview.as === 'text' && (
        <ScrollBox label="Text of the file" class="scroll text">
          <pre>{preview.text}</pre>
        </ScrollBox>
      )}
      {'isWhole' in preview && !preview.isWhole && <p class="quiet">This is the beginning of the file.</p>}
    </section>
  );
}

function Rows({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <ScrollBox label="Table of the file">
      <table>
        <thead>
          <tr>
            {head.map((name, i) => (
              <th key={i} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((value, j) => (
                <td key={j}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** The viewer of shared pages shows the structure. */
function Structure({ url, format, name }: { url: string; format: string; name: string }) {
  const item: SceneItem = { name, parts: [{ url, format, look: 'structure', steps: true }], boxes: [] };
  const scene: SceneView = { id: 'structure', label: 'Structure', items: [item] };
  return <div data-viewer="scene" data-scene={JSON.stringify(scene)} />;
}
