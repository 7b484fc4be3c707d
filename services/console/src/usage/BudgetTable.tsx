import type { Budget } from '@rotamer/client';
import { isAdmin } from '../settings/SettingsTabs.tsx';
import { FormToken } from '../site/FormToken.tsx';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { pathTo, useSite } from '../site/site.ts';
import { number } from '../words/numbers.ts';
import type { BudgetSubjects } from './readSubjects.ts';

const periods: Record<Budget['period'], string> = { day: 'a day', month: 'a month', total: 'in all' };

interface BudgetProps {
  budgets: Budget[];
  subjects: BudgetSubjects;
}

/** The budgets, with the credits that are left in each. Admins set and remove them. */
export function BudgetTable({ budgets, subjects }: BudgetProps) {
  const { role } = useSite().workspace;
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets">Budgets</h2>
      {budgets.length === 0 && <p class="quiet">There is no budget: jobs may cost all credits of the workspace.</p>}
      {budgets.length > 0 && (
        <ScrollBox label="Budgets, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Budget of</th>
                {['Cap', 'Spent', 'Reserved', 'Left'].map((name) => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
                {isAdmin(role) && <th scope="col">Remove</th>}
              </tr>
            </thead>
            <tbody>
              {budgets.map((budget) => (
                <BudgetRow key={budget.id} budget={budget} name={nameOf(budget, subjects)} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {isAdmin(role) && <BudgetForm subjects={subjects} />}
    </section>
  );
}

/** Returns whom a budget bounds: the name of a project, member or key. */
export function nameOf({ scope, subject_id: id }: Budget, subjects: BudgetSubjects): string {
  if (scope === 'workspace') return 'the workspace';
  return subjects[scope].find((one) => one.id === id)?.name ?? id;
}

function BudgetRow({ budget, name }: { budget: Budget; name: string }) {
  const site = useSite();
  return (
    <tr>
      <th scope="row">
        {name} {budget.scope !== 'workspace' && <small>{budget.scope}</small>}
      </th>
      <td class="number">
        {number(budget.cap_credits)} {periods[budget.period]}
      </td>
      <td class="number">{number(budget.spent_credits)}</td>
      <td class="number">{number(budget.held_credits)}</td>
      <td class="number">{number(budget.left_credits)}</td>
      {isAdmin(site.workspace.role) && (
        <td>
          <form class="inline" method="post" action={pathTo(site, 'usage/remove-budget')}>
            <FormToken token={site.formToken} />
            <input type="hidden" name="id" value={budget.id} />
            <button type="submit" aria-label={`Remove the budget of ${name}, ${periods[budget.period]}`}>
              Remove
            </button>
          </form>
        </td>
      )}
    </tr>
  );
}

const groups = { project: 'Projects', member: 'Members', key: 'API keys' } as const;

/** Sets the cap of one subject and period. Setting it again changes it. */
function BudgetForm({ subjects }: { subjects: BudgetSubjects }) {
  const site = useSite();
  return (
    <form class="filters" method="post" action={pathTo(site, 'usage/set-budget')}>
      <FormToken token={site.formToken} />
      <label>
        Budget of
        <select name="subject">
          <option value="workspace">the workspace</option>
          {(Object.keys(groups) as (keyof typeof groups)[]).map(
            (scope) =>
              subjects[scope].length > 0 && (
                <optgroup key={scope} label={groups[scope]}>
                  {subjects[scope].map(({ id, name }) => (
                    <option key={id} value={`${scope}:${id}`}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
        </select>
      </label>
      <label>
        Credits
        <input name="cap" inputMode="decimal" required maxLength={16} />
      </label>
      <label>
        Period
        <select name="period">
          {(Object.keys(periods) as Budget['period'][]).map((period) => (
            <option key={period} value={period} selected={period === 'month'}>
              {periods[period]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Set</button>
    </form>
  );
}
