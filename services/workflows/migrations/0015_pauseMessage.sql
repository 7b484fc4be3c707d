-- Why credits were refused to a paused attempt, for people: the balance, the cap of the run, or the budget that refused.
alter table attempts add column pause_message text;
