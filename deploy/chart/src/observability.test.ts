import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alerts, askedIn, dashboards, missingFrom, queries } from './observability.ts';

const runbooks = join(import.meta.dirname, '../../runbooks');

describe('alerts', () => {
  it.each(alerts)(
    '$alert has a summary, a severity, and a runbook that names the commands to run',
    ({ alert, labels, annotations }) => {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toBeTruthy();
      expect(annotations.runbook_url).toBe(`RUNBOOKS/${alert}.md`);
      const page = readFileSync(join(runbooks, `${alert}.md`), 'utf8');
      expect(page).toMatch(/^# \w+\n/);
      expect(page).toMatch(/```\n(kubectl|helm) /);
      expect(page).toContain('## Do');
    },
  );

  it('include one for an unmeasured ledger, because LedgerImbalance cannot fire then', () => {
    const [figure] = askedIn(alerts.find(({ alert }) => alert === 'LedgerImbalance')!.expr);
    const { expr } = alerts.find(({ alert }) => alert === 'LedgerUnwatched')!;
    expect(expr).toBe(`absent(${figure!.metric})`);
    expect(askedIn(expr)).toEqual([figure]);
  });

  it('match the runbooks one to one', () => {
    const pages = readdirSync(runbooks).filter((file) => file !== 'README.md');
    expect(pages.sort()).toEqual(alerts.map(({ alert }) => `${alert}.md`).sort());
    for (const { alert } of alerts) expect(existsSync(join(runbooks, `${alert}.md`))).toBe(true);
  });
});

describe('dashboards', () => {
  it('cover the edge, money, the queue, runners and the bus', () => {
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual(
      ['bus', 'edge', 'money', 'queue', 'runners'].map((name) => `rotamer-${name}`),
    );
  });

  it('never query a workspace, key or job, because no metric has such a label', () => {
    for (const query of queries) expect(query).not.toMatch(/workspace|key_id|job_id/);
  });
});

describe('queries', () => {
  it.each(queries)('%s is PromQL', (query) => {
    expect(askedIn(query)).not.toEqual([]);
  });

  it('are parsed into metrics and labels', () => {
    const query =
      'histogram_quantile(0.99, sum by (le, type) (rate(event_delay_seconds_bucket{group!="a"}[10m]))) > 60';
    expect(askedIn(query)).toEqual([{ metric: 'event_delay_seconds_bucket', labels: ['le', 'type', 'group'] }]);
    expect(() => askedIn('sum(rate(up[5m])')).toThrow(SyntaxError);
  });

  it('report a metric or label that is missing from a scrape', () => {
    const [one] = queries.flatMap(askedIn).filter(({ labels }) => labels.includes('status_class'));
    const missing = missingFrom(`${one!.metric}{route="a",x="status_class="} 1\n`);
    expect(missing).toContain(`${one!.metric}{status_class}`);
    expect(missing).toContain('outbox_oldest_age_seconds');
    expect(missing).not.toContain('dlq_messages_total');
  });
});
