import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { published } from './tools/publish.mjs';
import { texts } from './tools/texts.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The server that Vite forwards API requests to in development.
const server = process.env.TILERUMMY_SERVER ?? 'http://127.0.0.1:8000';

// Built in a separate folder, so that a running server serves the old page until the new one is complete.
const STATIC = here('../src/tilerummy/server/static');
const ASIDE = `${STATIC}.new`;

export default defineConfig({
  plugins: [svelte({ configFile: false }), texts(), published(ASIDE, STATIC)],
  // otherwise, Vitest would load the server version of Svelte
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  experimental: {
    // relative addresses in scripts and styles, so that the static files work in any folder of a host
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: ASIDE,
    emptyOutDir: true,
    license: { fileName: 'licences/packages.json' },
    target: 'es2022',
    // older browsers lack light-dark(), and its replacement ignores a nested color-scheme
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0, // nothing inline, because of the strict content security policy
    modulePreload: {
      polyfill: false,
      // a script preloads neither the chunk itself, which is requested at the same time, nor what was loaded before it
      resolveDependencies: (chunk, needed, { hostId, hostType }) => {
        const before = /assets\/play-/.test(hostId) ? /assets\/(base|widget)-/ : /assets\/base-/;
        return needed.filter((name) => hostType === 'html' || (name !== chunk && !before.test(name)));
      },
    },
    // demo.html is only for development, so it is not listed.
    rolldownOptions: {
      // build times and shared lazy chunks need no warning
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      input: { index: here('index.html'), embed: here('embed.html') },
      output: {
        // message chunk names start with their language and section: `de-core-….js`
        chunkFileNames({ facadeModuleId }) {
          const [, section, language] = /virtual:texts\/(\w+)\/(\w+)$/.exec(facadeModuleId ?? '') ?? [];
          return `assets/${section ? `${language}-${section}` : '[name]'}-[hash].js`;
        },
        // A few large chunks compress better than the default twenty small ones.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules(?!.*(bindings\/(input|select|size)|reactivity\/media-query))|languages\.json|text\/(messages|fill|languages|tiles)\.|virtual:texts\/(core|pages|room)$|net\/(?!api|push|catalogue|local_url|position_link|sharing|retry|failure)|device\/(after_paint|announce|over|router|settings|shell|stored|title)\.|components\/(Icon|Part|loading\/Waiting)|src\/App\.svelte|pages\/(index|routes)\./,
            },
            {
              name: 'widget',
              test: /src\/(table\/(?!command|fits|keyboard_actions|add_all|deferred|draft_deferred|slices|motion|layout\/(divide|ended|fit|keep|memory|row)|state\/(arrange|moves|fitting|rebase|restore|jokers|marks)|dom\/(aim|keys|mark|target|text))|rules\/(?!facts|jokers|piles|shuffle|time_control)|game\/(draft\/(law|layouts)|felt\/places)|text\/(names|widget)\.|device\/(now|sound)\.)/,
            },
            {
              name: 'play',
              test: /src\/(pages\/Table\.svelte|game\/Game\.svelte|game\/turn\/(Actions|Status|guard|notice)|game\/(room|draft)\/(?!go_out|highlight|log_lines|rematch|settlement|submit|time_out|typed|law|layouts))/,
            },
          ],
        },
      },
    },
  },
  worker: {
    format: 'es', // so that it can load the plain version of the reader of photos only if needed
    // the server allows WebAssembly in workers with this name
    rolldownOptions: { output: { entryFileNames: 'assets/photo_reader-[hash].js' } },
  },
  server: {
    fs: {
      allow: [
        here('.'),
        here('../src/tilerummy/texts'),
        here('../src/tilerummy/server/art'),
        here('../src/tilerummy/vision/weights'),
      ],
    },
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    environment: 'node', // files that need a document set `@vitest-environment happy-dom`
    include: ['tests/**/*.test.{ts,mjs}'],
    pool: 'threads', // each file has a thread of its own, because listeners and globals outlive a file's modules
    // compiled files are cached in node_modules by content; changes to an `@import` are not detected
    experimental: { fsModuleCache: true },
    css: true, // otherwise style sheets would be empty, and their colours are tested
    testTimeout: 60_000, // tests may be slow on a busy machine
    hookTimeout: 60_000,
  },
});
