import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The server under `tilerummy serve`; in development vite passes what is not a page on to it.
const server = process.env.TILERUMMY_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  // Svelte's package has a server half, which vitest would take without this.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: here('../src/tilerummy/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // nothing inline: the pages are served under a strict policy
    modulePreload: { polyfill: false },
    // demo.html is for development only, so it is not listed.
    rolldownOptions: {
      // that it took its time, or that two lazy parts share a third, is no news to whoever only plays
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
    environment: 'node', // a file that wants a document says `@vitest-environment happy-dom`
    include: ['tests/**/*.test.ts'],
    css: true, // else style sheets are empty, and their colours are tested
  },
});
