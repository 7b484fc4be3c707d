import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  applyToAccount,
  applyToHold,
  availableOf,
  decideExtend,
  decideGrant,
  decidePlace,
  decideSettle,
  emptyAccount,
  type Hold,
  type Move,
  refuses,
  type SpendingBudget,
  spentOf,
} from './ledgerModel.ts';

const account = (posted: number, held = 0): Account => ({ posted, held, granted: -posted, spent: 0 });
const hold = (changes: Partial<Hold> = {}): Hold => ({
  state: 'open',
  placedMillicredits: 100,
  millicredits: 100,
  chargedMillicredits: 0,
  ...changes,
});

const budget = { cap: 200, posted: 30, held: 100 };

describe('placing a hold', () => {
  it('takes up to all available credits, and not one millicredit more', () => {
    expect(decidePlace(account(100, 40), undefined, 60).outcome).toBe('held');
    expect(decidePlace(account(100, 40), undefined, 61)).toEqual({ outcome: 'insufficient', moves: [] });
  });

  it('returns the first result for a repeat, also when nothing is left', () => {
    expect(decidePlace(account(100, 100), hold(), 100)).toEqual({ outcome: 'held', moves: [] });
    expect(decidePlace(account(150, 150), hold({ millicredits: 150 }), 100)).toEqual({ outcome: 'held', moves: [] });
  });

  it.each(['posted', 'voided'] as const)('requires another id when a hold with the id is %s', (state) => {
    expect(decidePlace(account(500), hold({ state }), 100)).toEqual({ outcome: 'resolved', moves: [] });
  });

  it('refuses a repeat with another amount or budget', () => {
    expect(decidePlace(account(500, 100), hold(), 101)).toEqual({ outcome: 'mismatch', moves: [] });
    expect(decidePlace(account(500, 100), hold(), 100, { budgetId: 1, budget })).toMatchObject({ outcome: 'mismatch' });
  });

  it('takes up to all that its budget has left, and not one millicredit more', () => {
    expect(decidePlace(account(500), undefined, 70, { budgetId: 1, budget }).outcome).toBe('held');
    expect(decidePlace(account(500), undefined, 71, { budgetId: 1, budget }).outcome).toBe('over_budget');
    expect(decidePlace(account(50), undefined, 70, { budgetId: 1, budget }).outcome).toBe('insufficient');
  });
});

describe('extending a hold', () => {
  it('moves the difference to the new total', () => {
    expect(decideExtend(account(500, 100), hold(), 130).moves).toEqual([{ kind: 'extend', millicredits: 30 }]);
  });

  it.each([100, 99])('changes nothing for a total of %i', (total) => {
    expect(decideExtend(account(500, 100), hold(), total)).toEqual({ outcome: 'held', moves: [] });
  });

  it('keeps the old total when the credits or the budget do not suffice', () => {
    expect(decideExtend(account(120, 100), hold(), 121)).toEqual({ outcome: 'insufficient', moves: [] });
    expect(decideExtend(account(500, 100), hold(), 170, budget).outcome).toBe('held');
    expect(decideExtend(account(500, 100), hold(), 171, budget)).toEqual({ outcome: 'over_budget', moves: [] });
  });

  it.each(['posted', 'voided'] as const)('is refused on a %s hold', (state) => {
    expect(decideExtend(account(500), hold({ state }), 130)).toEqual({ outcome: 'resolved', moves: [] });
  });
});

describe('settling a hold', () => {
  it('charges, and refunds the rest', () => {
    expect(decideSettle(hold(), 60).moves).toEqual([
      { kind: 'post', millicredits: 60 },
      { kind: 'refund', millicredits: 40 },
    ]);
  });

  it('charges the whole hold without a refund', () => {
    expect(decideSettle(hold(), 100).moves).toEqual([{ kind: 'post', millicredits: 100 }]);
  });

  it('voids it for a charge of zero', () => {
    expect(decideSettle(hold(), 0).moves).toEqual([{ kind: 'void', millicredits: 100 }]);
  });

  it('never charges more than is held', () => {
    expect(decideSettle(hold(), 101)).toEqual({ outcome: 'unchanged', moves: [] });
  });

  it.each(['posted', 'voided'] as const)('changes nothing about a %s hold', (state) => {
    expect(decideSettle(hold({ state }), 50)).toEqual({ outcome: 'unchanged', moves: [] });
  });
});

describe('granting credits', () => {
  it('happens once per grant id', () => {
    expect(decideGrant(account(5), undefined, 100).moves).toEqual([{ kind: 'grant', millicredits: 100 }]);
    expect(decideGrant(account(105), 100, 100)).toEqual({ outcome: 'repeated', moves: [] });
    expect(decideGrant(account(105), 100, 101)).toEqual({ outcome: 'mismatch', moves: [] });
  });

  it('is refused when amounts would no longer be exact, regardless of the credits spent since', () => {
    const spent: Account = { posted: 1, held: 0, granted: -MAX_MILLICREDITS, spent: MAX_MILLICREDITS - 1 };
    expect(decideGrant(spent, undefined, 1).outcome).toBe('too_much');
  });
});

describe('any sequence of moves', () => {
  const step = fc.record({
    command: fc.constantFrom('grant', 'place', 'extend', 'settle'),
    hold: fc.nat({ max: 3 }),
    millicredits: fc.nat({ max: 50 }),
  });

  it('keeps the sum at zero, never overdraws, and resolves each hold once, within its amount', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let current = emptyAccount;
        const holds = new Map<number, Hold>();
        const journal: (Move & { hold: number })[] = [];

        for (const { command, hold: id, millicredits } of steps) {
          for (const move of movesOf(command, current, holds.get(id), millicredits)) {
            expect(move.millicredits).toBeGreaterThan(0);
            journal.push({ ...move, hold: id });
            current = applyToAccount(current, move);
            const moved = applyToHold(holds.get(id), move);
            if (moved) holds.set(id, moved);
          }
          expect(current.posted + current.granted + current.spent).toBe(0);
          expect(availableOf(current)).toBeGreaterThanOrEqual(0);
          expect(current.held).toBe(
            sum(
              [...holds.values()].filter(({ state }) => state === 'open'),
              'millicredits',
            ),
          );
        }

        for (const [id, { state, millicredits, chargedMillicredits }] of holds) {
          const own = journal.filter((move) => move.hold === id);
          expect(own.filter(({ kind }) => kind === 'post' || kind === 'void')).toHaveLength(state === 'open' ? 0 : 1);
          expect(chargedMillicredits).toBeLessThanOrEqual(millicredits);
        }
        expect(sum([...holds.values()], 'chargedMillicredits')).toBe(current.spent);
      }),
    );
  });

  it('exceeds no spending budget: what is above a cap was there when the cap was set, and never grows', () => {
    const placed = fc.record({
      projectId: fc.constantFrom(null, 'p1'),
      userId: fc.constantFrom('u1', 'u2'),
      keyId: fc.constantFrom('k1', 'k2'),
      day: fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01'),
    });
    const budget = fc
      .constantFrom(['workspace', 'ws'], ['project', 'p1'], ['member', 'u1'], ['key', 'k1'])
      .chain(([scope, subjectId]) =>
        fc.record({
          scope: fc.constant(scope as SpendingBudget['scope']),
          subjectId: fc.constant(subjectId!),
          period: fc.constantFrom('day', 'month', 'total' as const),
          cap: fc.nat({ max: 90 }),
          since: fc.constant(''),
        }),
      );
    const spendingStep = fc.oneof(
      fc.record({ command: fc.constant('cap' as const), budget }),
      fc.record({
        command: fc.constantFrom('place', 'extend', 'settle'),
        hold: fc.nat({ max: 5 }),
        placed,
        amount: fc.nat(50),
      }),
    );
    fc.assert(
      fc.property(fc.array(spendingStep, { maxLength: 60 }), (steps) => {
        const budgets = new Map<string, SpendingBudget>();
        const holds = new Map<number, Hold>();
        const rich = account(1_000_000);
        for (const step of steps) {
          const excess = excesses(budgets, holds);
          if ('budget' in step) {
            budgets.set(`${step.budget.scope} ${step.budget.period}`, step.budget);
            continue;
          }
          const existing = holds.get(step.hold);
          const own = existing?.placed ?? step.placed;
          const more = step.command === 'place' ? step.amount + 1 : step.amount - (existing?.millicredits ?? 0);
          const refused = refuses(budgets.values(), holds.values(), own, more);
          const moves =
            step.command === 'place'
              ? decidePlace(rich, existing, more, { refused }).moves
              : existing === undefined
                ? []
                : step.command === 'extend'
                  ? decideExtend(rich, existing, step.amount, undefined, refused).moves
                  : decideSettle(existing, step.amount).moves;
          for (const move of moves) {
            const moved = applyToHold(holds.get(step.hold), move);
            if (moved) holds.set(step.hold, { ...moved, placed: own });
          }
          for (const [name, after] of excesses(budgets, holds))
            expect(after).toBeLessThanOrEqual(Math.max(0, excess.get(name)!));
        }
      }),
    );
  });

  /** Returns by how much each budget is above its cap on each day; below zero: what it has left. */
  function excesses(budgets: Map<string, SpendingBudget>, holds: Map<number, Hold>): Map<string, number> {
    const days = ['2026-01-30', '2026-01-31', '2026-02-01'];
    return new Map(
      [...budgets].flatMap(([name, budget]) =>
        days.map((day): [string, number] => {
          const { posted, held } = spentOf(budget, holds.values(), day);
          return [`${name} ${day}`, posted + held - budget.cap];
        }),
      ),
    );
  }

  function movesOf(command: string, current: Account, existing: Hold | undefined, millicredits: number): Move[] {
    if (command === 'grant') return decideGrant(current, undefined, millicredits + 1).moves;
    if (command === 'place') return decidePlace(current, existing, millicredits + 1).moves;
    if (!existing) return [];
    if (command === 'extend') return decideExtend(current, existing, millicredits).moves;
    return decideSettle(existing, millicredits).moves;
  }

  function sum(holds: Hold[], field: 'millicredits' | 'chargedMillicredits'): number {
    return holds.reduce((total, each) => total + each[field], 0);
  }
});
