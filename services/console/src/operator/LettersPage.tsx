import { FormToken } from '../site/FormToken.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { Time } from '../site/Time.tsx';
import { count } from '../words/numbers.ts';
import { OperatorTabs } from './OperatorTabs.tsx';
import { Part } from './Part.tsx';

interface Letter {
  source: string;
  topic: string;
  group: string;
  type: string;
  key: string;
  error: string;
  occurred_at: string | null;
}

/** What the gateway tells operators about dead letters (`GET /operator/dead-letters`). */
export interface OperatorLetters {
  dead_letters: Letter[];
  missing: string[];
}

/** Events and work that were given up, by the group that gave them up, each group with a button that tries them again. */
export function LettersPage({ letters }: { letters: OperatorLetters }) {
  const groups = [...Map.groupBy(letters.dead_letters, ({ source, topic, group }) => `${source} ${topic} ${group}`)];
  return (
    <>
      <h1>Operator</h1>
      <OperatorTabs current="/letters" />
      <p class="lead">
        Events and work that were given up after several tries. Mend the cause first: a replay tries the oldest 100 of a
        group again.
      </p>
      {letters.missing.length > 0 && (
        <p class="notice" role="status">
          {`This list is not complete: no answer in time from ${letters.missing.join(', ')}. Load the page again.`}
        </p>
      )}
      {groups.length === 0 && letters.missing.length === 0 && <p>None: every event and all work was handled.</p>}
      {groups.map(([key, some], i) => (
        <Group key={key} id={`letters-${i}`} letters={some} />
      ))}
    </>
  );
}

function Group({ id, letters }: { id: string; letters: Letter[] }) {
  const site = useSite();
  const { source, topic, group } = letters[0]!;
  return (
    <>
      <Part
        id={id}
        title={`${topic}, ${group}`}
        empty=""
        head={['Of', 'Type', 'Error', 'At']}
        rows={letters.map((one) => [
          one.key,
          one.type,
          one.error,
          one.occurred_at ? <Time key="at" at={one.occurred_at} /> : '',
        ])}
      />
      <form method="post" action={pathTo(site, 'operator/letters/replay')}>
        <FormToken token={site.formToken} />
        <input type="hidden" name="source" value={source} />
        <input type="hidden" name="topic" value={topic} />
        <input type="hidden" name="group" value={group} />
        <button type="submit">{`Try again: ${count(letters.length, 'letter')} of ${group}`}</button>
      </form>
    </>
  );
}
