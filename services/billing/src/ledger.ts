/** The state of a hold. */
export type HoldState = 'open' | 'posted' | 'voided';

/** Results of the ledger's SQL functions. functions/*.sql says what each means. */
export type PlaceOutcome = 'held' | 'resolved' | 'over_budget' | 'insufficient' | 'mismatch';
export type ExtendOutcome = 'held' | 'resolved' | 'over_budget' | 'insufficient';
export type GrantOutcome = 'granted' | 'repeated' | 'mismatch' | 'too_much';
