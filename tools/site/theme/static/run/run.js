/**
 * Makes the examples of a page run in it. The examples of a guide share their names: before one runs, those above it
 * do. An example on a reference page needs no other.
 */

let worker
let last = 0
const waiting = new Map()

function run(session, code) {
  if (!worker) {
    worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)(data)
      waiting.delete(data.id)
    }
  }
  return new Promise((resolve) => {
    waiting.set(++last, resolve)
    worker.postMessage({ id: last, session, code })
  })
}

/** Return the code of an example without prompts and output. */
function codeOf(text) {
  const lines = text.trimEnd().split('\n')
  if (!lines.some((line) => line.startsWith('>>> '))) return text.trimEnd()
  return lines
    .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
    .map((line) => line.slice(4))
    .join('\n')
}

class Example {
  constructor(pre, number, earlier) {
    this.pre = pre
    this.code = codeOf(pre.textContent)
    this.session = earlier ? 'page' : `example ${number}`
    this.earlier = earlier ?? []
    this.ran = false
    this.box = pre.closest('.run') ?? pre.closest('[class*=highlight-]')
    this.bar()
  }

  bar() {
    const bar = document.createElement('div')
    bar.className = 'run-bar'
    bar.innerHTML =
      '<button type="button"><svg class="ic" aria-hidden="true"><use href="#i-play" /></svg>Run</button><span></span>'
    this.button = bar.querySelector('button')
    this.note = bar.querySelector('span')
    this.note.textContent = `Loads Python once, at most ${document.body.dataset.engine}.`
    this.button.addEventListener('click', () => this.start())
    this.box.append(bar)
  }

  async start() {
    this.edit()
    this.button.disabled = true
    this.note.textContent = worker ? 'Running …' : 'Loading Python …'
    for (const each of this.earlier) if (!each.ran) await each.silently()
    const { output, picture } = await run(this.session, this.pre.innerText)
    this.ran = true
    this.show(output, picture)
    this.button.disabled = false
    this.note.textContent = 'Edit the code; Ctrl Enter runs it.'
  }

  async silently() {
    this.ran = true
    await run(this.session, this.code)
  }

  /** Replace the example by its code alone, which can be edited. */
  edit() {
    if (this.pre.isContentEditable) return
    this.pre.textContent = this.code
    this.pre.contentEditable = 'plaintext-only'
    this.pre.spellcheck = false
    this.pre.setAttribute('role', 'textbox')
    this.pre.setAttribute('aria-multiline', 'true')
    this.pre.setAttribute('aria-label', 'Code')
    this.pre.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!this.button.disabled) this.start()
    })
  }

  show(output, picture) {
    this.result ??= this.box.querySelector('.out') ?? this.box.parentElement.querySelector(':scope > .out')
    if (!this.result) {
      this.result = document.createElement('div')
      this.box.querySelector('.run-bar').before(this.result)
    }
    this.result.className = 'out'
    this.result.setAttribute('aria-live', 'polite')
    this.result.innerHTML = picture && `<div class="felt">${picture}</div>`
    const text = document.createElement('pre')
    text.className = 'txt'
    text.textContent = output
    this.result.append(text)
  }
}

const MISSING = /tilerummy\.(env|notebook)|anywidget/ // what the engine does not contain

const shared = []
document.querySelectorAll('[data-runs] :is(.highlight-python, .highlight-pycon) pre').forEach((pre, number) => {
  if (MISSING.test(pre.textContent)) return
  if (pre.closest('.run')) new Example(pre, number)
  else shared.push(new Example(pre, number, [...shared]))
})
