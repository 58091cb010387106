// The messages of the web client: a Vite plugin, and the types of their keys and arguments.
//
// They are in src/tilerummy/texts, one file per language, in ICU MessageFormat. `virtual:texts/SECTION` imports a
// section, which is one chunk per language. Messages are parsed here, so the web client needs no parser; the result
// is `Message` in src/text/fill.ts.
//
// node tools/texts.mjs writes src/text/keys.d.ts
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../src/tilerummy/texts/${name}.json`, import.meta.url));
const read = (name) => JSON.parse(readFileSync(path(name), 'utf8'));
const parsed = (source) => parse(source, { ignoreTag: true });

/** Compile an ICU message to a `Message`, the form that `fill` in src/text/fill.ts expects. */
export const compile = (source) => compiled(parsed(source), source);

function compiled(elements, source, number = '') {
  const parts = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        if (/[{}]/.test(element.value)) break;
        return element.value;
      case TYPE.argument:
        return `{${element.value}}`;
      case TYPE.pound:
        return `{${number}}`;
      case TYPE.plural: {
        if (element.pluralType !== 'cardinal' || element.offset) break;
        const forms = Object.entries(element.options).map(([form, { value }]) => [
          form,
          compiled(value, source, element.value),
        ]);
        return { by: element.value, ...Object.fromEntries(forms) };
      }
    }
    throw new Error(`a message may only have arguments and plurals: ${source}`);
  });
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return parts.length === 1 ? parts[0] : parts;
}

/** Return the names of a message's arguments, each with true if the argument must be a number. */
function argumentsOf(elements, found = {}) {
  for (const { type, value, options } of elements) {
    if (type === TYPE.argument) found[value] ??= false;
    if (type !== TYPE.plural) continue;
    found[value] = true;
    for (const form of Object.values(options)) argumentsOf(form.value, found);
  }
  return found;
}

/**
 * Return the TypeScript declarations of all messages. An argument has the type number if any language uses it in a
 * plural.
 */
export function types() {
  const languages = Object.keys(read('languages')).map(read);
  const lines = Object.entries(read('en')).flatMap(([section, messages]) =>
    Object.keys(messages).map((key) => {
      const found = {};
      for (const language of languages) argumentsOf(parsed(language[section][key]), found);
      const given = Object.keys(found).sort();
      const named = given.map((name) => `${name}: ${found[name] ? 'number' : 'string | number'}`);
      return `  '${key}': ${named.length ? `{ ${named.join('; ')} }` : 'null'};\n`;
    }),
  );
  return (
    '// Written by tools/texts.mjs from src/tilerummy/texts/en.json.\n\n' +
    `/** All message keys with their arguments. */\nexport interface Texts {\n${lines.join('')}}\n`
  );
}

const KEYS = fileURLToPath(new URL('../src/text/keys.d.ts', import.meta.url));
/** Write the types, but only if they have changed, because writing the file triggers a rebuild. */
function writeTypes() {
  const now = types();
  if (!existsSync(KEYS) || readFileSync(KEYS, 'utf8') !== now) writeFileSync(KEYS, now);
}

const SECTION = 'virtual:texts/';

/** Return the Vite plugin. Messages whose keys do not match *keys* are left out. */
export function texts(keys = /^/) {
  return {
    name: 'texts',
    buildStart: writeTypes,
    resolveId: (id) => (id.startsWith(SECTION) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${SECTION}`)) return undefined;
      const [section, language] = id.slice(SECTION.length + 1).split('/');
      if (!language) {
        const files = Object.keys(read('languages')).map(
          (each) => `${each}: () => import('${SECTION}${section}/${each}')`,
        );
        return `export default { ${files.join(', ')} };`;
      }
      this.addWatchFile(path(language));
      // the server sends the English rules together with their keys
      const messages = section === 'rules' && language === 'en' ? {} : read(language)[section];
      const compiledMessages = Object.entries(messages)
        .filter(([key]) => keys.test(key))
        .map(([key, source]) => [key, compile(source)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiledMessages))};`;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeTypes();
