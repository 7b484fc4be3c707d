import type { Check } from '../contract.ts';
import { misfitOfModel, outgroupProblems } from '../shared/msa/treeRows.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment, DNA_MODELS } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readAlignment(inputs, alignment);
  const model = settings.model as string;
  const { sequence_type, gamma, site_rates } = settings;
  const outgroup = settings.outgroup as string[];
  const isFor = DNA_MODELS.includes(model) ? 'dna' : 'protein';
  problems.push(...misfitOfModel({ model, isFor }, sequence_type as string, records, { dna: 'gtr', protein: 'lg' }));
  if (gamma && !site_rates)
    problems.push({
      path: 'settings.gamma',
      message: 'needs rates of sites; set gamma to false, or site_rates to true',
    });
  problems.push(
    ...outgroupProblems(
      outgroup,
      records.map(({ name }) => name),
    ),
  );
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(count / 500) };
};
