import type { Budget } from '@rotamer/client';
import { ScrollBox } from '../site/ScrollBox.tsx';
import { number } from '../words/numbers.ts';

const periods: Record<Budget['period'], string> = { day: 'a day', month: 'a month', total: 'in all' };

/** The budgets, with the credits that are left in each. */
export function BudgetTable({ budgets }: { budgets: Budget[] }) {
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
                <th scope="col" class="number">
                  Cap
                </th>
                <th scope="col" class="number">
                  Spent
                </th>
                <th scope="col" class="number">
                  Reserved
                </th>
                <th scope="col" class="number">
                  Left
                </th>
              </tr>
            </thead>
            <tbody>
              {budgets.map((budget) => (
                <tr key={budget.id}>
                  <th scope="row">
                    {budget.scope} {budget.scope !== 'workspace' && <small>{budget.subject_id}</small>}
                  </th>
                  <td class="number">
                    {number(budget.cap_credits)} {periods[budget.period]}
                  </td>
                  <td class="number">{number(budget.spent_credits)}</td>
                  <td class="number">{number(budget.held_credits)}</td>
                  <td class="number">{number(budget.left_credits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}
