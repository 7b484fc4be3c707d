// @module-tag browser

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Rotamer } from '@rotamer/client';
import { long } from '@rotamer/kit/testing/long.ts';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { findBarriers } from '@rotamer/test-support/axe.ts';
import {
  browserExpected,
  closeContexts,
  expectNoSidewaysScroll,
  launchBrowser,
  screens,
  waitUntil,
  watchPage,
} from '@rotamer/test-support/browser.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

const { baseUrl, dataDir, apiKey } = inject('stack');
const client = new Rotamer({ baseUrl, apiKey });
const testdata = (name: string) => readFileSync(join(import.meta.dirname, '../../../tools/testdata', name), 'utf8');

if (!browserExpected) console.warn('results: skipped, there is no Chromium (where CI is set it fails)');

const AMINO = 'ACDEFGHIKLMNPQRSTVWY';

/** Proteins in which each residue is a hit of the pattern `x`. */
const proteins = Array.from({ length: 50 }, (_, i) => {
  const residues = Array.from({ length: 400 }, (__, k) => AMINO[(k * 7 + i * 3) % 20]).join('');
  return `>protein${i}\n${residues}\n`;
}).join('');

/** Returns related proteins as an alignment without gaps: each residue differs from that of the first one in 30 %. */
function alignmentOf(rows: number, columns: number): string {
  let state = 7;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const first = Array.from({ length: columns }, () => AMINO[random(20)]!);
  const row = () => first.map((residue) => (random(10) < 3 ? AMINO[random(20)]! : residue)).join('');
  return Array.from({ length: rows }, (_, i) => `>seq${i + 1}\n${row()}\n`).join('');
}

/** Returns the processor time of the longest task of a trace in milliseconds, which other processes do not lengthen. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: { name: string; tdur?: number }[] };
  const tasks = traceEvents.filter(({ name, tdur }) => name.endsWith('RunTask') && tdur !== undefined);
  expect(tasks.length).toBeGreaterThan(0);
  return Math.max(...tasks.map(({ tdur }) => tdur!)) / 1_000;
}

/** Returns the residues of a structure in PDB format that have an atom within a distance in Å of a point. */
function residuesAround(text: string, point: number[], distance: number): string {
  const residueOf = (line: string) => line.slice(17, 27);
  const atoms = text.split('\n').filter((line) => line.startsWith('ATOM'));
  const isNear = (line: string) =>
    Math.hypot(...point.map((at, i) => Number(line.slice(30 + 8 * i, 38 + 8 * i)) - at)) < distance;
  const near = new Set(atoms.filter(isNear).map(residueOf));
  return `${atoms.filter((line) => near.has(residueOf(line))).join('\n')}\nEND\n`;
}

interface Given {
  slot: string;
  kind: string;
  format: string;
  text: string;
}

describe.skipIf(!browserExpected).each(screens)('results in a browser, $title', ({ first, second }) => {
  let browser: Browser;
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  let home: string;

  beforeAll(async () => {
    browser = await launchBrowser();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto((await createAdmin(dataDir).command('login-link')).url);
    await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
    home = page.url();
    cookies = await context.cookies();
  });
  // Open pages read their lists again at every job.
  afterEach(() => closeContexts(browser));
  afterAll(() => browser?.close());

  /** Runs a tool. Returns the id of the job. */
  async function finished(tool: string, given: Given[], settings: Record<string, unknown> = {}): Promise<string> {
    const inputs = await Promise.all(
      given.map(async ({ slot, kind, format, text }, i) => {
        const input = { id: `in${i}`, slotId: slot, kind, format };
        if (text.length < 100_000) return { ...input, source: { type: 'text' as const }, content: text };
        const { id } = await client.files.upload(text, `in${i}.${format.toLowerCase()}`);
        return { ...input, source: { type: 'file' as const, file_id: id } };
      }),
    );
    return (await client.jobs.run({ tool, name: `Results of ${tool}`, input: { inputs }, settings })).id;
  }

  async function open(path: string, screen = first): Promise<{ page: Page; complaints: () => string[] }> {
    const context = await browser.newContext({ ...screen, permissions: ['clipboard-read', 'clipboard-write'] });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const watched = watchPage(page);
    await page.goto(home + path);
    // Drivers without a graphics card complain of slow rendering.
    const complaints = () => watched.complaints.filter((text) => !text.includes('GL Driver Message'));
    return { page, complaints };
  }

  /** Scrolls to a viewer, which loads when the reader comes near, and waits until it is there. */
  async function comeNear(page: Page, viewer: string): Promise<void> {
    const element = page.locator(`[data-viewer="${viewer}"]`).first();
    await element.scrollIntoViewIfNeeded();
    await page.locator(`[data-viewer="${viewer}"][data-ready]`).first().waitFor();
  }

  /** Expects that a page with much to show has no barrier and does not scroll sideways. The long form looks at it in both windows. */
  async function expectNoBarriers(path: string, viewer: string): Promise<void> {
    for (const screen of new Set([...(long ? [first] : []), second])) {
      const { page, complaints } = await open(path, screen);
      await comeNear(page, viewer);
      await expectNoSidewaysScroll(page, path);
      expect(await findBarriers(page), `${path} at ${screen.viewport.width} px`).toEqual([]);
      expect(complaints()).toEqual([]);
      await page.context().close();
    }
  }

  it('check 11: sorts and filters 20,000 rows, and exports CSV that is equal to the rows of the API', async () => {
    const given = { slot: 'sequences', kind: 'protein', format: 'FASTA', text: proteins };
    const pattern = { slot: 'patterns', kind: 'pattern', format: 'TEXT', text: 'x' };
    const job = await finished('motif-scan', [given, pattern]);
    const { page, complaints } = await open(`jobs/${job}`);
    const table = page.getByRole('region', { name: 'hits', exact: false }).first();
    await comeNear(page, 'table');
    await page.getByText('20,000 rows', { exact: true }).waitFor();
    await browser.startTracing(page, { categories: ['toplevel'] });
    await table.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).first().click();
    await page.getByLabel('Filter Match').fill('=W');
    await page.getByLabel('Filter Start').fill('>390');
    const hits = (await client.jobs.results(job)).values('hits') as Record<string, unknown>[];
    const wanted = hits
      .filter((row) => row.match === 'W' && Number(row.start) > 390)
      .toSorted((a, b) => Number(a.start) - Number(b.start));
    await page.getByText(`${wanted.length} of 20,000 rows`).waitFor();
    expect(longestTask(await browser.stopTracing())).toBeLessThan(200);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of these rows' }).first().click(),
    ]);
    const [head, ...lines] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    const names = head!.split(',').map((name) => name.slice(1, -1));
    const csvOf = (value: unknown) => (value === null ? '' : typeof value === 'number' ? String(value) : `"${value}"`);
    expect(lines).toEqual(wanted.map((row) => names.map((name) => csvOf(row[name])).join(',')));
    expect(complaints()).toEqual([]);
    await expectNoBarriers(`jobs/${job}`, 'table');
  });

  // Drawing without a graphics processor takes a minute, as for poses.
  it.skipIf(!long)('shows both structures of a superposition, and turns them by keyboard', async () => {
    const structure = (slot: string, name: string) => {
      return { slot, kind: 'structure', format: 'PDB', text: testdata(`structures/${name}`) };
    };
    const job = await finished('structure-superpose', [
      structure('reference', 'd1crj__.pdb'),
      structure('mobile', 'd1cih__.pdb'),
    ]);
    const { page, complaints } = await open(`jobs/${job}`);
    await comeNear(page, 'scene');
    const stage = page.locator('.stage[data-atoms]').first();
    const file = (await client.jobs.results(job)).files.find(({ output_port_id: port }) => port === 'overlay')!;
    const atoms = (await (await fetch(file.url)).text())
      .split('\n')
      .filter((line) => /^(ATOM|HETATM)/.test(line)).length;
    // What the viewer itself counts.
    expect(await stage.getAttribute('data-atoms')).toBe(String(atoms));
    const before = (await stage.screenshot()).toString('base64');
    await stage.focus();
    await page.keyboard.press('Shift+ArrowRight');
    const picture = async () => (await stage.screenshot()).toString('base64');
    await expect.poll(picture, { timeout: 60_000 }).not.toBe(before);
    await stage.hover();
    await page.mouse.wheel(0, 150);
    await waitUntil(page, 'scrollY > 0');
    expect(complaints()).toEqual([]);
    await expectNoBarriers(`jobs/${job}`, 'scene');
  });

  it('colours the structure of an input by the values of the job, and gives its bytes back', async () => {
    const text = testdata('structures/1sp1.pdb');
    const job = await finished('surface-area', [{ slot: 'structure', kind: 'structure', format: 'PDB', text }], {
      points: 50,
    });
    const { page, complaints } = await open(`jobs/${job}`);
    await comeNear(page, 'scene');
    const residues = (await client.jobs.results(job)).values('residues') as { relative: number | null }[];
    const valued = residues.filter(({ relative }) => relative !== null).length;
    const stage = page.locator(`.stage[data-atoms][data-colored="${valued}"]`);
    await stage.waitFor();
    const model = text.slice(0, text.includes('ENDMDL') ? text.indexOf('ENDMDL') : undefined);
    const atoms = model.split('\n').filter((line) => /^(ATOM|HETATM)/.test(line)).length;
    expect(await stage.getAttribute('data-atoms')).toBe(String(atoms));
    await page.getByRole('link', { name: 'Area of each residue', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Inputs and settings' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'in0', exact: true }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toBe(text);
    expect(complaints()).toEqual([]);
  });

  it('check 12: shows poses in their receptor and box, and steps through them in the view and in the table', async ({
    skip,
  }) => {
    if (!(await client.tools.get('vina-dock')).available) skip('no runner offers vina-dock');
    const box = { center_x: 12.6, center_y: 96.8, center_z: 59.3, size_x: 16, size_y: 16, size_z: 16 };
    const whole = testdata('structures/abl1.pdb');
    // A view of the whole kinase takes 10 s of CPU to draw.
    const text = long ? whole : residuesAround(whole, [box.center_x, box.center_y, box.center_z], 13);
    const receptor = { slot: 'receptor', kind: 'structure', format: 'PDB', text };
    const ligand = { slot: 'ligands', kind: 'smiles', format: 'SMILES', text: 'Oc1ccccc1 phenol' };
    const search = { exhaustiveness: 1, num_modes: 3, energy_range: 10 };
    const job = await finished('vina-dock', [receptor, ligand], { ...box, ...search });
    const { page, complaints } = await open(`jobs/${job}`);
    await comeNear(page, 'scene');
    const stage = page.locator('.stage[data-atoms]').first();
    const row = page.locator('tr[aria-current]');
    await row.waitFor();
    // Phenol has 7 heavy atoms and a polar hydrogen; the rest is the receptor.
    const [pose, rest] = (await stage.getAttribute('data-atoms'))!.split(' ').map(Number);
    expect(pose).toBe(8);
    expect(rest).toBeGreaterThan(long ? 2_000 : 600);
    expect(await stage.getAttribute('aria-label')).toContain('box');
    const before = await row.textContent();
    await stage.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.stage[data-step="2"]').waitFor();
    await expect.poll(() => row.textContent(), { timeout: 30_000 }).not.toBe(before);
    await page.locator('tr[data-index="0"]').first().click();
    await page.locator('.stage[data-step="1"]').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('check 13: moves, searches and copies 500 × 1,000 residues and 1,000 leaves by keyboard', async () => {
    const aligned = (rows: number, columns: number) => {
      return { slot: 'alignment', kind: 'msa', format: 'AFA', text: alignmentOf(rows, columns) };
    };
    const [trimmed, tree] = await Promise.all([
      finished('alignment-trim', [aligned(500, 1_000)]),
      // Without support and rates, which the picture does not need and which take minutes.
      finished('fasttree', [aligned(1_000, 20)], { gamma: false, site_rates: false, support: false }),
    ]);
    const sheet = (page: Page) => page.getByRole('application');
    const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

    const rows = await open(`jobs/${trimmed}`);
    await comeNear(rows.page, 'alignment');
    await sheet(rows.page).focus();
    await rows.page.keyboard.press('ArrowDown');
    await rows.page.keyboard.press('Enter');
    await rows.page.keyboard.press('c');
    await rows.page.getByText('1 row copied').waitFor();
    expect(await clipboard(rows.page)).toMatch(/^>seq2\n[A-Z-]{1000}\n$/);
    await rows.page.getByText('As text').click();
    const names = rows.page.getByRole('rowheader', { name: /^seq/ });
    await expect.poll(() => names.count(), { timeout: 60_000 }).toBe(500);
    expect(rows.complaints()).toEqual([]);

    const { page, complaints } = await open(`jobs/${tree}`);
    await comeNear(page, 'tree');
    await page.getByLabel('Find a name').fill('seq777');
    await page.keyboard.press('Enter');
    await page.getByText('seq777, 1 of 1').waitFor();
    await sheet(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByText(/leaves: .*, collapsed/).waitFor();
    await page.keyboard.press('r');
    await page.getByText(/^The root is beside/).waitFor();
    await page.keyboard.press('c');
    await page.getByText(/names? copied$/).waitFor();
    expect(await clipboard(page)).toContain('seq777\n');
    expect(complaints()).toEqual([]);
    await expectNoBarriers(`jobs/${trimmed}`, 'alignment');
    await expectNoBarriers(`jobs/${tree}`, 'tree');
  });
});
