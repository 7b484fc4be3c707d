import type { FileSource, Tool } from '@rotamer/client';
import { Prose } from '../site/Prose.tsx';
import { sourcesFor } from './fetchEntries.ts';
import { fieldId } from './PricePanel.tsx';
import type { Box, FormProblem, SavedFile } from './runForm.ts';

interface SlotProps {
  slot: Tool['input']['slots'][number];
  boxes: Box[];
  files: SavedFile[];
  problems: FormProblem[];
  /** The public databases from which files are fetched. */
  sources: FileSource[];
}

/** The boxes of one slot: a text, or a saved file. */
export function SlotField({ slot, boxes, files, problems, sources }: SlotProps) {
  const { label, description, acceptedFormats = [], min = 0 } = slot;
  const fitting = files.filter(({ format }) => acceptedFormats.length === 0 || acceptedFormats.includes(format));
  return (
    <fieldset class="slot">
      <legend>
        {label}
        {min === 0 && <small> optional</small>}
      </legend>
      <p>
        <small>
          <Prose text={[description, acceptedFormats.join(', ')].filter(Boolean).join(' · ')} />
        </small>
      </p>
      {boxes.map((box, n) => (
        <OneBox key={n} slot={slot} box={box} n={n} files={fitting} problems={problems} />
      ))}
      <Fetch slot={slot} sources={sourcesFor(slot, sources)} />
      {boxes.length < (slot.max ?? 1) && (
        <button type="submit" name="do" value={`more.${slot.id}`} class="quiet">
          Add another input
        </button>
      )}
    </fieldset>
  );
}

/** Fetches entries of a public database into boxes of the slot. */
function Fetch({ slot, sources }: Pick<SlotProps, 'slot' | 'sources'>) {
  if (sources.length === 0) return null;
  return (
    <div class="fetch">
      <select name={`source.${slot.id}`} aria-label={`${slot.label}: database`}>
        {sources.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <input
        name={`ids.${slot.id}`}
        autocomplete="off"
        spellcheck={false}
        placeholder={[...new Set(sources.map(({ example }) => example))].join(', ')}
        aria-label={`${slot.label}: ids of entries`}
      />
      <button type="submit" name="do" value={`fetch.${slot.id}`} class="quiet">
        Fetch
      </button>
    </div>
  );
}

type BoxProps = Omit<SlotProps, 'boxes' | 'sources'> & { box: Box; n: number };

function OneBox({ slot, box, n, files, problems }: BoxProps) {
  const field = `slot.${slot.id}.${n}`;
  const mine = problems.filter((problem) => problem.field === field);
  const name = n === 0 ? slot.label : `${slot.label} ${n + 1}`;
  return (
    <div class="box">
      <textarea
        id={fieldId(field)}
        name={`slot.${slot.id}`}
        rows={6}
        spellcheck={false}
        autocomplete="off"
        aria-label={`${name}: paste a text`}
        aria-invalid={mine.length > 0 || undefined}
        aria-describedby={mine.length > 0 ? `${fieldId(field)}-problem` : undefined}
      >
        {/* Browsers drop the first line break of a text area. */}
        {`\n${box.text}`}
      </textarea>
      {mine.length > 0 && (
        <p class="problem" id={`${fieldId(field)}-problem`}>
          {mine.map(({ message }) => message).join(' ')}
        </p>
      )}
      <select name={`file.${slot.id}`} aria-label={`${name}: or a saved file`}>
        <option value="">or choose a saved file</option>
        <Choices label="Uploads" files={files.filter(({ job_id }) => !job_id)} chosen={box.fileId} />
        <Choices label="From jobs" files={files.filter(({ job_id }) => job_id)} chosen={box.fileId} />
      </select>
    </div>
  );
}

function Choices({ label, files, chosen }: { label: string; files: SavedFile[]; chosen: string }) {
  if (files.length === 0) return null;
  return (
    <optgroup label={label}>
      {files.map((file) => (
        <option key={file.id} value={file.id} selected={file.id === chosen}>
          {file.job_id ? `${file.original_name} · ${file.job_name ?? file.tool ?? file.job_id}` : file.original_name}
        </option>
      ))}
    </optgroup>
  );
}
