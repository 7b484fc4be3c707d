/** How a hold stands. */
export type HoldState = 'open' | 'posted' | 'voided';

/** What the SQL functions of the ledger answer; functions/*.sql says what each means. */
export type PlaceOutcome = 'held' | 'resolved' | 'over_budget' | 'insufficient' | 'mismatch';
export type ExtendOutcome = 'held' | 'resolved' | 'over_budget' | 'insufficient';
export type GrantOutcome = 'granted' | 'repeated' | 'mismatch' | 'too_much';
