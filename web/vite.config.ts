import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The server of `tilerummy serve`; in development vite forwards API requests to it.
const server = process.env.TILERUMMY_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  // without this vitest would load the server version of Svelte
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: here('../src/tilerummy/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // nothing inline, because of the strict content security policy
    modulePreload: { polyfill: false },
    // demo.html is for development only, so it is not listed.
    rolldownOptions: {
      // build times and shared lazy chunks need no warning
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      input: { index: here('index.html') },
      output: {
        // the texts of a language are called by it: `de-core-….js`
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/languages\/(\w+)\/\w+\.json$/.exec(facadeModuleId ?? '')?.[1]?.concat('-') ?? ''}[name]-[hash].js`,
        // Two large chunks are smaller, compressed, than the twenty that would come by themselves.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules|languages\.json|text\/(messages\/|tiles\.)|net\/|device\/(announce|notification|router|settings)\.|components\/(Icon|Logo|Bar|Waiting|Tiles)/,
            },
            {
              name: 'play',
              test: /src\/(table\/(?!command)|rules|game\/(room|draft)\/(?!go_out|typed)|text\/(facts|names|reasons|refusal|widget)\.|device\/(now|sound)\.)/,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [here('.'), here('../src/tilerummy/rules_text/languages')] },
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    environment: 'node', // a file that needs a document says `@vitest-environment happy-dom`
    include: ['tests/**/*.test.ts'],
    css: true, // else style sheets would be empty; their colours are tested
  },
});
