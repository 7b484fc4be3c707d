import { Prose } from '../site/Prose.tsx';
import { inWords } from '../words/inWords.ts';
import { fieldId } from './PricePanel.tsx';
import type { FormProblem } from './runForm.ts';
import { type Field, type Setting, textsOf } from './settingFields.ts';

interface SettingProps {
  setting: Setting;
  texts: string[];
  problems: FormProblem[];
}

/** One setting: its name, its field, and its meaning from the contract. */
export function SettingField({ setting, texts, problems }: SettingProps) {
  const { name, schema, field } = setting;
  const id = fieldId(`set.${name}`);
  const mine = problems.filter((problem) => problem.field === `set.${name}`);
  const byDefault = textsOf(field, schema.default).join(', ');
  return (
    <div class="setting">
      <label for={id}>{schema.title ?? inWords(name)}</label>
      <Control setting={setting} id={id} texts={texts} wrong={mine.length > 0} />
      {mine.map(({ message }) => (
        <p class="problem" key={message}>
          {message}
        </p>
      ))}
      <small id={`${id}-help`}>
        <Prose text={[schema.description, byDefault && `Default: ${byDefault}.`].filter(Boolean).join('. ')} />
      </small>
    </div>
  );
}

function Control({ setting, id, texts, wrong }: { setting: Setting; id: string; texts: string[]; wrong: boolean }) {
  const { field, optional, name } = setting;
  const common = { id, name: `set.${name}`, 'aria-describedby': `${id}-help`, 'aria-invalid': wrong || undefined };
  const value = texts.at(-1) ?? '';
  if (field.as === 'choices')
    return (
      <select {...common} multiple size={Math.min(6, field.values.length)}>
        {field.values.map((one) => (
          <option key={String(one)} selected={texts.includes(String(one))}>
            {String(one)}
          </option>
        ))}
      </select>
    );
  const words = choicesOf(field);
  if (words)
    return (
      <select {...common}>
        {optional && <option value="">not set</option>}
        {words.map(([one, word]) => (
          <option key={one} value={one} selected={one === value}>
            {word}
          </option>
        ))}
      </select>
    );
  if (field.as === 'number')
    return (
      <input {...common} type="number" min={field.min} max={field.max} step={field.whole ? 1 : 'any'} value={value} />
    );
  const maxLength = field.as === 'text' ? field.maxLength : undefined;
  return <input {...common} type="text" spellcheck={false} autocomplete="off" maxLength={maxLength} value={value} />;
}

/** Returns the values and words of a list of choices; undefined for other fields. */
function choicesOf(field: Field): [string, string][] | undefined {
  if (field.as === 'choice') return field.values.map((one) => [String(one), String(one)]);
  if (field.as === 'yesNo')
    return [
      ['true', 'yes'],
      ['false', 'no'],
    ];
  return undefined;
}
