// A text area with line numbers, and beside the first line of each rule how many calls it forbids.

const PAUSE_MS = 350
const instances = new WeakMap()

const make = (tag, className, text) => {
  const element = document.createElement(tag)
  if (className) element.className = className
  if (text !== undefined) element.textContent = text
  return element
}

function build(root) {
  const gutter = make("div", "gutter")
  gutter.setAttribute("aria-hidden", "true")
  const lines = make("div", "lines")
  gutter.append(lines)
  const area = make("textarea", "")
  area.setAttribute("aria-label", "Rules as JSON or YAML")
  area.spellcheck = false
  area.autocomplete = "off"
  area.wrap = "off"
  area.placeholder = '- tool: shell\n  args: {command: {$command: "rm -rf"}}\n  severity: critical\n  reason: never delete'
  root.replaceChildren(gutter, area)
  return { lines, area, version: null, timer: null, drawn: "" }
}

function drawGutter(instance) {
  const { area, data, lines } = instance
  const count = area.value.split("\n").length
  const wanted = JSON.stringify([count, data.marks, data.error])
  if (wanted === instance.drawn) return
  instance.drawn = wanted
  const drawn = document.createDocumentFragment()
  for (let number = 1; number <= count; number += 1) {
    const line = make("div", number === data.error ? "line wrong" : "line")
    const hits = data.marks[number]
    line.append(make("span", hits ? "hits" : hits === 0 ? "hits none" : "hits empty", hits === undefined ? "" : String(hits)))
    line.append(make("span", "number", number === data.error ? `✗ ${number}` : String(number)))
    drawn.append(line)
  }
  lines.replaceChildren(drawn)
}

function send(instance) {
  clearTimeout(instance.timer)
  instance.timer = null
  if (instance.sent === instance.area.value) return
  instance.sent = instance.area.value
  instance.emit({ version: instance.version, text: instance.area.value })
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  const root = parentElement.querySelector("#editor")
  const instance = instances.get(parentElement) || build(root)
  instances.set(parentElement, instance)
  instance.data = data
  instance.emit = value => setTriggerValue("typed", value)
  const { area, lines } = instance
  area.readOnly = data.sealed
  area.setAttribute("aria-invalid", data.error === null ? "false" : "true")
  // What a person types is never written over: the text is taken only when the page set another one.
  if (instance.version !== data.version) {
    instance.version = data.version
    clearTimeout(instance.timer)
    instance.timer = null
    area.value = data.text
    instance.sent = data.text
  }
  area.oninput = () => {
    drawGutter(instance)
    clearTimeout(instance.timer)
    instance.timer = setTimeout(() => send(instance), PAUSE_MS)
  }
  area.onblur = () => {
    if (instance.timer !== null) send(instance)
  }
  area.onscroll = () => {
    lines.style.transform = `translateY(${-area.scrollTop}px)`
  }
  drawGutter(instance)
}
