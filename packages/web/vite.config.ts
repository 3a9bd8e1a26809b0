import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:8080';

/** Ways of drawing that uPlot hangs on itself and no chart here uses: without these lines they stay out of the bundle. */
const UNUSED_PATHS = /^\s*\(?(?:uPlot\.join|paths\.(?:stepped|bars|spline))\s+=.*$/gm;

const leanPlot: Plugin = {
  name: 'lean-uplot',
  apply: 'build',
  transform: {
    filter: { id: /uPlot\.esm\.js$/ },
    handler(code) {
      const lean = code.replaceAll(UNUSED_PATHS, '');
      if (lean === code)
        this.error('uPlot is written in another way: what is left out of it has to be found anew.');
      return { code: lean, map: null };
    },
  },
};

export default defineConfig({
  plugins: [react(), leanPlot],
  server: { port: 5173, strictPort: true, proxy: { '/api': server, '/dev': server } },
  worker: { format: 'es' },
  build: {
    // The floor that public/too-old.js tests for.
    target: ['chrome111', 'edge111', 'firefox121', 'safari16.4'],
    manifest: true,
    // Inlined assets would need `data:` in the policy that the server sends.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
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
