import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { texts } from './tools/texts.mjs';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The messages that the widget shows: labels and announcements, the buttons, the draft's errors and refusals.
const KEYS =
  /^(aria|act|blocked|colour|common\.you|draft_error|event\.wentout|level|pool|refusal|seat\.tiles|tile|turn|zone)\b/;

// Builds the widget for notebooks into a single file with its styles, fonts and messages, because notebooks load the
// script from a string. This runs after the build of the web client, and uses the same folder.
export default defineConfig({
  plugins: [texts(KEYS)],
  resolve: { alias: [{ find: /^.*\/messages\.svelte$/, replacement: here('src/notebook/messages.ts') }] },
  build: {
    outDir: here('../src/tilerummy/server/static'),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    lib: { entry: here('src/notebook/index.ts'), formats: ['es'], fileName: () => 'notebook.js' },
    rolldownOptions: {
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      output: { codeSplitting: false },
    },
  },
});
