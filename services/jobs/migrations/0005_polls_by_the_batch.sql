-- Polls are counted by the statement that reads the jobs, many at a time (readForCallers.ts).
drop function poll_job(text, text, text, int);
