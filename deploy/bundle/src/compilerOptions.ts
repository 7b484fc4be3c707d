/**
 * How esbuild compiles what services and browsers run. It stands here and not in `tsconfig.json`, which esbuild would read in a checkout and which the
 * build of an image does not have: pages compiled without it would look for React.
 */
export const compilerOptions = {
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', verbatimModuleSyntax: true } },
} as const;
