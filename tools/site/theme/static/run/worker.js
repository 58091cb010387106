/** Runs examples in a web worker: Python, the kernel and the library, without the server of the game. */

import { loadKernel } from './kernel.js'
import { unpacked, writeFiles } from './unpack.js'

const root = new URL('../../', import.meta.url)

async function get(path) {
  const response = await fetch(new URL(path, root))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

async function load() {
  const engine = await (await get('engine.json')).json()
  const bytes = (path) => get(path).then((response) => response.arrayBuffer())
  const at = (path) => new URL(path, root).href
  const [{ loadPyodide }, kernel, library, program] = await Promise.all([
    import(at(engine.pyodide)),
    bytes(engine.kernel).then(loadKernel),
    unpacked(at(engine.library)).then((response) => response.blob()),
    unpacked(at(engine.program)).then((response) => response.arrayBuffer()),
  ])
  const python = await loadPyodide({
    indexURL: at(engine.folder),
    lockFileURL: at(engine.lock),
    stdLibURL: URL.createObjectURL(library),
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  })
  writeFiles(python.FS, '/lib/program', program)
  python.runPython('import sys; sys.path.insert(0, "/lib/program")')
  const copied = (buffer) => {
    const view = buffer.getBuffer()
    const copy = view.data.slice()
    view.release()
    return copy
  }
  // the kernel comes first, because the library looks for it when it is imported
  python.pyimport('tilerummy.browser.kernel').install((name, input) => python.toPy(kernel(name, copied(input))))
  return python.pyimport('tilerummy.browser.examples')
}

const loaded = load()
const sessions = new Map()

self.onmessage = async ({ data: { id, session, code } }) => {
  try {
    const examples = await loaded
    if (!sessions.has(session)) sessions.set(session, examples.ExampleSession())
    const [output, picture] = sessions.get(session).run(code).toJs()
    self.postMessage({ id, output, picture })
  } catch (error) {
    self.postMessage({ id, output: String(error), picture: '' })
  }
}
