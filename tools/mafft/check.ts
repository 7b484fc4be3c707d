import type { Check } from '../contract.ts';
import { checkUnaligned } from '../shared/native/checkUnaligned.ts';
import { sequences } from './tool.ts';

/** 200 proteins with 100,000 residues took a minute on two cores. */
const estimate = (_count: number, total: number) => total / 100_000;

export const check: Check = (inputs) => checkUnaligned(inputs, sequences, estimate);
