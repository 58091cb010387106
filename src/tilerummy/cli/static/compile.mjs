/**
 * Compiles the Python modules of the static game with Pyodide itself.
 *
 *     node compile.mjs PYODIDE FOLDER
 *
 * FOLDER contains program.zip, library.zip, msgspec.whl and compiled.py. The two zip files are replaced. Compiled
 * modules are larger, so only the library modules that the program imports at startup are compiled.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [pyodide, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')));
// without columns, compiled modules are a third smaller; tracebacks still have line numbers
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONNODEBUGRANGES: '1' } });
const read = (name) => new Uint8Array(readFileSync(join(folder, name)));

python.unpackArchive(read('msgspec.whl'), 'wheel');
python.unpackArchive(read('program.zip'), 'zip', { extractDir: '/program' });
for (const name of ['program.zip', 'library.zip']) python.FS.writeFile(`/tmp/${name}`, read(name));
python.runPython(new TextDecoder().decode(read('compiled.py')));
python.runPython(`
import sys
from pathlib import Path

sys.path.insert(0, "/program")
from tilerummy.browser import kernel
kernel.install(lambda name, row: "")
from tilerummy.browser import main

library = next(path for path in sys.path if path.endswith(".zip"))
for name, modules in ("program.zip", None), ("library.zip", imported(library)):
    file = Path("/tmp", name)
    file.write_bytes(compiled(file.read_bytes(), modules))
`);
for (const name of ['program.zip', 'library.zip']) writeFileSync(join(folder, name), python.FS.readFile(`/tmp/${name}`));
