import type { Service } from '../service.ts';
import { clustalo, kalign, mafft, muscle } from './aligners.ts';
import { needle, water } from './emboss.ts';
import { hmmscan, nhmmer, phmmer } from './hmmer.ts';
import { ncbiblast } from './ncbiblast.ts';

/** The services of the Job Dispatcher that Rotamer has, by id. */
export const services: ReadonlyMap<string, Service> = new Map(
  [ncbiblast, phmmer, nhmmer, hmmscan, clustalo, mafft, muscle, kalign, needle, water].map((service) => [
    service.id,
    service,
  ]),
);
