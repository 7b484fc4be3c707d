import type { Clients } from './clients.ts';

/** One operators' command; what it answers is printed as one JSON object. */
export interface Command {
  /** Its words, e.g. `workspace create`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Options without which it makes no sense, and how their values look. */
  required: Record<string, string>;
  optional?: Record<string, string>;
  /**
   * Does it.
   *
   * @throws WrongCall for an option it cannot read, Fault for what a service refuses.
   */
  run(options: Record<string, string>, clients: Clients): Promise<object>;
  /** Whether this answer means that something is wrong, so that the command exits with 1. */
  isBad?(answer: object): boolean;
}
