import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { dropServerParts } from './drop-server-parts.ts';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), dropServerParts()],
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
            // Has the highest priority: a group also takes the dependencies of its modules, and React must not end up in
            // another group, because every page needs it.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            // Each group takes the dependencies of a few components of Mantine. Otherwise these would be dozens of
            // small files, whose round trips take longer than their bytes.
            {
              name: 'theme',
              test: /packages\/web\/src\/ui\/theme\.ts$|@mantine\/core\/esm\/components\/Overlay\//,
              priority: 2,
            },
            {
              name: 'inputs',
              test: /@mantine\/(?:hooks\/esm|core\/esm\/(?:core|components\/(?:TextInput|ActionIcon|Checkbox\/CheckIcon\.mjs|ScrollArea\/utils)))/,
              minShareCount: 30,
              priority: 1,
            },
            // Bundles modules that nearly every page loads: single chunks of about 200 bytes compress worse.
            { name: 'icons', test: /node_modules\/@tabler\/icons-react\//, minShareCount: 2 },
            { name: 'base', test: /packages\/(?:web|contract)\/src\//, minShareCount: 40 },
            // The table of all operations with its schemas, which every page of the console loads.
            { name: 'operations', test: /packages\/web\/src\/kit\/api\/api-table\.ts$/ },
            { name: 'overlays', test: /@mantine\/core\/esm\/components\/(?:Combobox|Tooltip|FocusTrap)\// },
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
