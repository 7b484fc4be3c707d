import type { JobDetails } from '@rotamer/client';
import { commandLine } from '@rotamer/formats/commandLine.ts';
import { count } from '../words/numbers.ts';

type Attempt = JobDetails['attempts'][number];

/** The command lines of an attempt, as they ran. */
export function Commands({ attempt }: { attempt: Attempt | undefined }) {
  if (!attempt || attempt.commands.length === 0) return null;
  const { commands, commands_left_out: leftOut } = attempt;
  return (
    <section aria-labelledby="commands">
      <h2 id="commands">Command lines</h2>
      <p class="quiet">As they ran; paths are relative to the folder of the job.</p>
      <ol class="commands">
        {commands.map((command, i) => (
          <li key={i}>
            <code>{commandLine(command.argv)}</code> <small>{endOf(command)}</small>
          </li>
        ))}
      </ol>
      {leftOut > 0 && <p class="quiet">and {count(leftOut, 'more run')}</p>}
    </section>
  );
}

function endOf({ runs, exit_code: code, seconds }: Attempt['commands'][number]): string {
  const times = runs > 1 ? `${runs} times, ` : '';
  return `${times}${seconds.toFixed(1)} s${code === 0 || code === null ? '' : `, exit code ${code}`}`;
}
