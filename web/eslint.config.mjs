// Finds likely mistakes; formatting is left to Prettier.
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

export default defineConfig(
  { ignores: ['.svelte-check', 'src/net/types', 'src/photo/reader/vision.plain.js', 'src/text/keys.d.ts'] }, // generated files
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that formatters do not remove
      'svelte/no-unused-svelte-ignore': 'off', // it reports some comments that svelte-check needs
      'svelte/prefer-svelte-reactivity': 'off', // displayed state uses $state; other collections need not be reactive
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
