import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:8080';

/** Matches uPlot's path builders that no chart uses, and its format of dates, because tick labels format all times. */
const UNUSED_PARTS = new RegExp(
  [
    String.raw`^\s*\(?(?:uPlot\.(?:join|fmtDate|tzDate)|paths\.(?:stepped|bars|spline))\s+=.*$`,
    String.raw`fmtDate(?=\(dateTpl\))`,
    String.raw`(?<=3 = (?:days|months))\.map\(slice3\)`,
  ].join('|'),
  'gm',
);
/** Matches the default format of dates, which returns the templates as they are. */
const DEFAULT_DATE_FORMAT = /(?<=opts\.fmtDate \|\| )fmtDate(?=\))/;
/** Matches zod's generation of JSON Schemas, which the server does. */
const UNUSED_JSON_SCHEMA = /^.*(?:processJSONSchema = |create(?:ToJSON|StandardJSON)SchemaMethod\().*$/gm;
/** Matches zod's support of values that contain themselves, which JSON cannot have; zod/mini works without it too. */
const UNUSED_CYCLES = /core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/;

/** Returns a plugin that keeps code out of the bundle that a library does not let a bundler leave out. */
const leaveOut = (name: string, file: RegExp, ...parts: readonly (readonly [RegExp, string])[]): Plugin => ({
  name,
  apply: 'build',
  transform: {
    filter: { id: file },
    handler(code) {
      let lean = code;
      for (const [pattern, replacement] of parts) {
        if (lean.search(pattern) < 0)
          this.error(`The source of ${name} has changed: adapt the pattern ${pattern}.`);
        lean = lean.replace(pattern, replacement);
      }
      return { code: lean, map: null };
    },
  },
});

/** Matches the summary of an operation, which only the public document contains. */
const SUMMARY = /^\s*summary:\s*(?:'[^'\n]*'|`[^`]*`),$/gm;
const withoutSummaries: Plugin = {
  name: 'summaries of operations',
  apply: 'build',
  // Before types are removed, so that strings have the quotes of the source.
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/.*\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(SUMMARY, "summary: '',"), map: null }),
  },
};

const leanLibraries = [
  withoutSummaries,
  leaveOut('uPlot', /uPlot\.esm\.js$/, [UNUSED_PARTS, ''], [DEFAULT_DATE_FORMAT, '(() => String)']),
  leaveOut('zod', /zod\/v4\/classic\/schemas\.js$/, [UNUSED_JSON_SCHEMA, ''], [UNUSED_CYCLES, ';']),
];

export default defineConfig({
  plugins: [react(), ...leanLibraries],
  server: { port: 5173, strictPort: true, proxy: { '/api': server, '/dev/': server } },
  worker: { format: 'es' },
  build: {
    // Minimum browser versions, which public/too-old.js checks.
    target: ['chrome111', 'edge111', 'firefox121', 'safari16.4'],
    manifest: true,
    // Disables inlined assets: they would need `data:` in the policy that the server sends.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The sizes of pages have budgets of their own (scripts/page-sizes.ts).
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Is the first group, because a group also takes the dependencies of its modules and every page
            // needs React.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            // Bundles modules that nearly every page loads: single chunks of about 200 bytes compress worse.
            { name: 'icons', test: /node_modules\/@tabler\/icons-react\//, minShareCount: 2 },
            // Contains modules that the sign-in pages do not load.
            {
              name: 'console',
              test: /packages\/web\/src\/(?:app|kit\/(?:page|format|controls))\//,
              minShareCount: 36,
            },
            { name: 'base', test: /packages\/(?:web|contract)\/src\//, minShareCount: 36 },
            {
              name: 'tanstack',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//,
            },
          ],
        },
      },
    },
  },
});
