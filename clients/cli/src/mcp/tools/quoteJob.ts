import { z } from 'zod';
import { leftOf } from '../budget.ts';
import { jobFields, mostOf, prepare, quoteOf } from '../jobRequest.ts';
import { reading, tool } from '../tool.ts';

/** quote_job: the price of a job, and the errors that would block it. */
export const quoteJob = tool({
  name: 'quote_job',
  title: 'Quote a job',
  description:
    'Says what a job would cost in credits and what would prevent it from being submitted. Nothing is submitted or reserved.',
  input: z.strictObject(jobFields),
  annotations: reading,
  async run(desk, fields) {
    const client = desk.client();
    const { body } = await prepare(client, fields);
    const quote = await quoteOf(client, body);
    const { estimated_credits, available_credits, blocking_errors, billing } = quote;
    const budget = desk.budget();
    return {
      estimated_credits,
      most_credits: mostOf(quote, fields.max_credits),
      available_credits,
      blocking_errors,
      billing,
      budget: { limit: budget.limit, left: leftOf(budget) },
    };
  },
});
