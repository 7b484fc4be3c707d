import type { Budget, Usage } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';
import { count, credits } from '../words/numbers.ts';
import { BudgetTable } from './BudgetTable.tsx';
import { type Month, monthInWords } from './months.ts';
import type { BudgetSubjects } from './readSubjects.ts';
import { UsageTable } from './UsageTable.tsx';

interface UsagePageProps {
  month: Month;
  byTool: Usage;
  byMember: Usage;
  budgets: Budget[];
  subjects: BudgetSubjects;
}

/** What was charged in a month, and the caps on what jobs may cost. */
export function UsagePage({ month, byTool, byMember, budgets, subjects }: UsagePageProps) {
  const site = useSite();
  const { total, scope } = byTool;
  return (
    <>
      <h1>Usage</h1>
      <p class="lead">
        {monthInWords(month.name)}: {credits(total.credits)} for {count(total.charges, 'job')}
        {scope === 'own' && ' of yours'}
      </p>
      <p class="actions">
        <a class="button" href={pathTo(site, `usage?month=${month.before}`)}>
          {monthInWords(month.before)}
        </a>
        {month.after && (
          <a class="button" href={pathTo(site, `usage?month=${month.after}`)}>
            {monthInWords(month.after)}
          </a>
        )}
        <a class="button" href={pathTo(site, 'usage/ledger')}>
          Ledger
        </a>
      </p>
      <UsageTable
        title="By tool"
        heading="Tool"
        rows={byTool.data.map((row) => ({ ...row, name: row.tool ?? 'not recorded' }))}
      />
      <UsageTable
        title="By member"
        heading="Member"
        rows={byMember.data.map((row) => ({ ...row, name: row.member?.email ?? row.member?.id ?? 'not recorded' }))}
      />
      <BudgetTable budgets={budgets} subjects={subjects} />
    </>
  );
}
