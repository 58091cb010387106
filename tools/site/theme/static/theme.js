// Sets the theme before the first paint, and connects the controls that every page has.
;(() => {
  const root = document.documentElement
  const runner = new URL('run/run.js', document.currentScript.src)
  const stored = (value) => {
    try {
      return value ? localStorage.setItem('theme', value) : localStorage.getItem('theme')
    } catch {
      return null // the browser blocks storage
    }
  }
  const chosen = stored()
  if (chosen) root.dataset.theme = chosen

  document.addEventListener('DOMContentLoaded', () => {
    // the search quotes the pages that it finds, but a page in a folder may not read the others
    if (location.protocol === 'file:') DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false

    document.getElementById('theme').addEventListener('click', () => {
      const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
      root.dataset.theme = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
      stored(root.dataset.theme)
    })

    document.addEventListener('keydown', (event) => {
      const typing = event.target.closest('input, select, textarea, [contenteditable]')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      const field = [...document.querySelectorAll('[name=q]')].find((each) => each.offsetParent)
      if (field) {
        event.preventDefault()
        field.focus()
      }
    })

    // what scrolls must be reachable with the keyboard
    const scrolling = () => {
      for (const each of document.querySelectorAll('pre, main table, dt.sig')) {
        if (each.scrollWidth > each.clientWidth) each.tabIndex = 0
        else each.removeAttribute('tabindex')
      }
    }
    scrolling()
    addEventListener('resize', scrolling)

    // a page in a folder may not start a worker
    const runs = document.body.dataset.engine && document.querySelector('[data-runs]')
    if (runs && location.protocol !== 'file:') import(runner)

    const box = document.getElementById('box')
    if (box) {
      const publisher = document.getElementById('publisher')
      const edition = document.getElementById('edition')
      const all = [...edition.options]
      const fill = () => {
        edition.replaceChildren(...all.filter((each) => each.dataset.publisher === publisher.value))
      }
      fill()
      publisher.addEventListener('change', fill)
      box.addEventListener('submit', (event) => {
        event.preventDefault()
        location.href = `${box.getAttribute('action')}#${edition.value}`
      })
    }
  })
})()
