import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { formatsOf } from '@rotamer/formats/formats.ts';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { findTool, tools } from './catalogue.ts';
import type { ToolInputSlot } from './contract.ts';
import { loadTool } from './loadTool.ts';
import { columnsOf } from './shared/columns/columnsOf.ts';
import { notePorts } from './shared/notes.ts';

/** Tools of structures that take files whole; decisions.md says why. */
const withoutChoice: Record<string, true> = { 'structure-convert': true, electrostatics: true };

/** What other tools let choose, and these do not need; decisions.md says why. */
const choiceByNature: Record<string, string[]> = {
  ...{ 'ensemble-superpose': ['model'], 'md-analysis': ['model'], interface: ['residues'], 'binding-box': ['chain'] },
};

const ajv = new Ajv({ strict: true, useDefaults: true });

describe.each(tools.map(({ contract }) => [contract.id, contract] as const))('%s', (id, contract) => {
  it('is found by its id and has a run', async () => {
    expect(findTool(id)?.contract).toBe(contract);
    expect(await loadTool(id)).toEqual({ ...findTool(id), run: expect.any(Function) });
  });

  it('has a valid contract', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(contract.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(new Set(contract.ports.map((port) => port.id)).size).toBe(contract.ports.length);
    for (const slot of contract.slots) {
      expect(slot.acceptedKinds).toContain(slot.defaultKind);
      const known = slot.acceptedKinds.flatMap((kind) => formatsOf[kind]);
      expect(known).toEqual(expect.arrayContaining(slot.acceptedFormats));
    }
  });

  it('has scenes of its own ports and columns', () => {
    const portOf = (port: string) => contract.ports.find(({ id: known }) => known === port);
    for (const { parts, boxes = [], rows, values, plddt } of contract.scenes ?? []) {
      for (const { slot, ports } of parts) {
        expect(ports.length > 0).toBe(slot === undefined);
        if (slot) expect(contract.slots.map(({ id }) => id)).toContain(slot);
      }
      for (const port of parts.flatMap(({ ports }) => ports))
        expect(['structure', 'ligand']).toContain(portOf(port)?.kind);
      for (const port of boxes) expect(portOf(port)?.kind).toBe('box');
      const fields = rows ? [rows.number, rows.model, ...rows.caption].filter((field) => field !== undefined) : [];
      const columns = (port: string) => columnsOf(portOf(port)!).map(({ name }) => name);
      if (rows) expect(columns(rows.port)).toEqual(expect.arrayContaining(fields));
      if (plddt) expect(columns(plddt.port)).toEqual(expect.arrayContaining(['structure', plddt.field]));
      if (values) expect(columns(values.port)).toEqual(expect.arrayContaining(['chain', values.field]));
    }
  });

  it('lets its owner choose model, chains, residues and alternates of structures', () => {
    const isPart = ({ acceptedKinds }: ToolInputSlot) => acceptedKinds.includes('structure');
    if (!contract.slots.some(isPart) || id in withoutChoice) return;
    const names = Object.keys(contract.settings.properties);
    const wanted = ['model', 'chain', 'residues', 'altloc'].filter(
      (part) => !(choiceByNature[id] ?? []).includes(part),
    );
    for (const part of wanted)
      expect(
        names.some((name) => name.includes(part)),
        part,
      ).toBe(true);
  });

  it('has ports for left-out input and for warnings', () => {
    expect(contract.ports).toEqual(expect.arrayContaining(notePorts));
  });

  it('has a default for each setting, and refuses unknown settings', () => {
    const settings = {};
    expect(ajv.validate(contract.settings, settings)).toBe(true);
    expect(Object.keys(settings).sort()).toEqual(Object.keys(contract.settings.properties).sort());
    expect(contract.settings).toMatchObject({ additionalProperties: false });
    expect(contract.settings.required ?? []).toEqual([]);
  });

  it('has a schema on each items port and on no other', () => {
    for (const port of contract.ports) {
      expect(port.schema !== undefined).toBe(port.type === 'items');
      if (port.schema) expect(() => ajv.compile(port.schema!)).not.toThrow();
    }
  });
});

it('runs no unknown tool', async () => {
  expect(findTool('nothing')).toBeUndefined();
  await expect(loadTool('../services')).rejects.toThrow("'../services' is not the id of a tool");
});

it('loads neither a chemistry toolkit nor picture code with the list of tools', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => { console.log(name); return next(name, context); } });
    await import(${JSON.stringify(new URL('catalogue.ts', import.meta.url).href)});`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toContain('typebox');
  expect(stdout).not.toMatch(/rdkit|openchemlib|run\.ts|d3-|(\.\.|shared)\/pictures/);
});
