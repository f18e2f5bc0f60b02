const ROW = 56
const HEAD = 36
const SPARE = 8
const BAR = 50
const HINT = "↑ ↓ move · Enter opens · J next case · K previous"

/** The lane: draws the rows that are in sight, and keeps focus and selection by row. */
class Lane {
  constructor(root) {
    this.root = root
    root.classList.add("card")
    this.scroll = make("div", "scroll")
    this.grid = make("div", "grid")
    this.grid.setAttribute("role", "grid")
    this.foot = make("div", "foot")
    this.hint = make("span", "hint", HINT)
    this.hint.id = "lane-keys"
    this.grid.setAttribute("aria-describedby", this.hint.id)
    this.scroll.append(this.grid)
    root.append(this.scroll, this.foot)
    this.drawn = new Map()
    this.active = 0
    this.selected = -1
    this.scroll.addEventListener("scroll", () => this.soon(), { passive: true })
    this.grid.addEventListener("keydown", (event) => this.onKey(event))
    this.grid.addEventListener("click", (event) => this.onClick(event))
    this.grid.addEventListener("focusin", (event) => this.onFocus(event))
    this.watch = new ResizeObserver(() => this.soon())
    this.watch.observe(this.scroll)
    this.unfill = fillWindow(root, 320)
  }

  /** Take what Python sent: rows are rebuilt only for another version, a selection alone moves the mark. */
  update(data, emit) {
    this.emit = emit
    paintTheme(this.root)
    if (data.version !== this.data?.version) this.load(data)
    else if (data.selected !== null) this.mark(this.positionOf(data.selected))
    this.data = data
  }

  load(data) {
    const hadFocus = this.body?.contains(this.root.getRootNode().activeElement) ?? false
    this.data = data
    this.drawn.clear()
    const rows = data.rows
    const kinds = [[!data.gold, "calls"], [!data.measured, "plain"], [(rows.at(-1)?.number ?? 0) > 99, "wide"]]
    this.grid.className = ["grid", ...kinds.filter(([on]) => on).map(([, name]) => name)].join(" ")
    this.grid.setAttribute("aria-label", data.gold ? "Expected and actual calls" : "Recorded calls")
    this.grid.setAttribute("aria-rowcount", rows.length + 1)
    this.grid.setAttribute("aria-colcount", this.titles().length)
    this.body = make("div", "body")
    this.body.setAttribute("role", "rowgroup")
    this.body.style.height = `${rows.length * ROW}px`
    // The label of a mark above the first row needs room below the header.
    this.body.style.marginTop = rows[0]?.ghosts.length ? "10px" : "0"
    const first = rows.length ? [this.header(), this.body] : [make("div", "empty", data.empty)]
    if (!rows.length) this.grid.removeAttribute("role")
    else this.grid.setAttribute("role", "grid")
    this.grid.replaceChildren(...first)
    // No selection means: what was picked here last, which Python does not send back.
    const own = this.picked?.version === data.version ? this.picked.row : null
    this.selected = this.positionOf(data.selected ?? own)
    this.active = Math.max(0, this.selected)
    this.footer(data)
    const room = this.scroll.clientHeight - HEAD - ROW
    this.scroll.scrollTop = this.active * ROW <= room ? 0 : this.active * ROW - room / 2
    this.draw()
    if (hadFocus) this.focusActive()
  }

  positionOf(number) {
    return number === null ? -1 : this.data.rows.findIndex((row) => row.number === number)
  }

  titles() {
    const { gold, measured } = this.data
    return ["#", ...(gold ? ["Expected", "State", "Actual"] : ["Call"]), ...(measured ? ["Latency", "Cost"] : [])]
  }

  header() {
    const group = make("div")
    group.setAttribute("role", "rowgroup")
    group.style.display = "contents"
    const head = make("div", "head")
    head.setAttribute("role", "row")
    head.setAttribute("aria-rowindex", 1)
    for (const title of this.titles()) {
      const cell = make("div", { Latency: "latency", Cost: "cost" }[title] ?? "", title)
      cell.setAttribute("role", "columnheader")
      head.append(cell)
    }
    group.append(head)
    return group
  }

  footer(data) {
    const parts = []
    if (data.note) parts.push(make("span", "", data.note))
    if (data.rows.length && !data.measured) parts.push(make("span", "", "Not timed, unpriced"))
    for (const [number, label] of [[data.before, "Earlier rows"], [data.after, "Later rows"]]) {
      if (number === null) continue
      const button = make("button", "", label)
      button.type = "button"
      button.onclick = () => this.emit({ version: data.version, row: number })
      parts.push(button)
    }
    if (data.rows.length) parts.push(this.hint)
    this.foot.replaceChildren(...parts)
    this.foot.hidden = !parts.length
    this.foot.style.display = parts.length ? "" : "none"
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined
      this.draw()
    })
  }

  /** Put the rows in sight into the document and take the others out, but never the one that has the focus. */
  draw() {
    const { rows } = this.data
    const first = Math.max(0, Math.floor((this.scroll.scrollTop - HEAD) / ROW) - SPARE)
    const last = Math.min(rows.length, Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / ROW) + SPARE)
    showRows(this.drawn, first, last, rows.length ? this.active : null, (position) => this.ensure(position))
  }

  /** The element of a row, in the document. */
  ensure(position) {
    return keptRow(this.body, this.drawn, position, () => this.row(this.data.rows[position], position))
  }

  row(row, position) {
    const element = make("div", "row")
    element.setAttribute("role", "row")
    element.setAttribute("aria-rowindex", position + 2)
    element.dataset.position = position
    element.style.transform = `translateY(${position * ROW}px)`
    element.append(cell("number", row.number))
    // Of several flags one stands under the state where that has a line left: the line of the arguments is narrow.
    const flags = row.actual?.flags ?? []
    const spare = this.data.gold && row.badges.length + (row.note ? 1 : 0) < 2 && flags.length > 1
    const under = spare ? flags.slice(0, 1) : []
    const beside = flags.slice(under.length)
    if (this.data.gold) element.append(this.side(row.expected, [], "expected", "not expected"), this.state(row, under))
    element.append(this.side(row.actual, beside, "actual", this.data.absent))
    if (this.data.measured) element.append(this.latency(row), cell("cost", row.cost))
    if (row.ghosts.length) element.append(ghost(row.ghosts, 0))
    if (position === this.data.rows.length - 1 && this.data.ghosts_below.length) element.append(ghost(this.data.ghosts_below, ROW))
    this.paint(element, position)
    return element
  }

  paint(element, position) {
    element.tabIndex = position === this.active ? 0 : -1
    element.setAttribute("aria-selected", position === this.selected)
  }

  side(side, beside, name, absent) {
    const box = cell(`side ${name}`)
    if (!side) {
      box.classList.add("quiet")
      box.textContent = absent
      return box
    }
    box.append(make("div", "tool isolate", side.tool))
    const line = make("div", "line")
    const text = make("span", side.words ? "arguments" : "arguments mono isolate", side.words)
    for (const [piece, marked] of side.arguments) text.append(make(marked ? "mark" : "span", "", piece))
    line.append(text)
    if (beside.length) {
      const flags = make("span", "flags")
      flags.append(...beside.map((flag) => badge(flag, true)))
      line.append(flags)
    }
    box.append(line)
    const words = side.words || side.arguments.map(([piece]) => piece).join("")
    box.title = [side.tool, words, ...side.flags.map((flag) => `${flag.symbol} ${flag.word}`.trim())].join("\n")
    return box
  }

  state(row, under) {
    const box = cell("state")
    const lines = row.badges.length + (row.note ? 1 : 0) + under.length
    const states = make("div", `states${lines > 1 ? " two" : ""}`)
    for (const one of row.badges) states.append(badge(one))
    for (const one of under) states.append(badge(one, true))
    if (row.note) states.append(make("span", "note", row.note))
    box.append(states)
    return box
  }

  latency(row) {
    const box = cell("latency")
    if (row.fraction === null) box.classList.add("quiet")
    else {
      const bar = make("span", row.failed ? "bar slow" : "bar")
      bar.style.width = `${Math.max(2, Math.round(row.fraction * BAR))}px`
      bar.setAttribute("aria-hidden", "true")
      box.append(bar)
    }
    box.append(make("span", "", row.latency))
    return box
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((this.scroll.clientHeight - HEAD) / ROW) - 1)
    const last = this.data.rows.length - 1
    const to = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page,
      PageUp: this.active - page, Home: 0, End: last,
    }[event.key]
    if (to !== undefined) this.move(Math.min(last, Math.max(0, to)))
    else if (event.key === "Enter" || event.key === " ") this.pick(this.active)
    else return
    event.preventDefault()
  }

  onClick(event) {
    const row = event.target.closest(".row")
    if (!row) return
    this.move(Number(row.dataset.position))
    this.pick(this.active)
  }

  onFocus(event) {
    const row = event.target.closest(".row")
    if (row) this.activate(Number(row.dataset.position))
  }

  move(position) {
    this.activate(position)
    this.reveal(position)
    this.focusActive()
  }

  activate(position) {
    if (position === this.active) return
    const before = this.active
    this.active = position
    for (const changed of [before, position]) {
      const element = this.drawn.get(changed)
      if (element) this.paint(element, changed)
    }
  }

  focusActive() {
    if (this.data.rows.length) this.ensure(this.active).focus({ preventScroll: true })
  }

  /** Scroll so far that a row is whole in sight, below the header. */
  reveal(position) {
    const top = position * ROW
    const room = this.scroll.clientHeight - HEAD - ROW
    if (top < this.scroll.scrollTop) this.scroll.scrollTop = top
    else if (top > this.scroll.scrollTop + room) this.scroll.scrollTop = top - Math.max(0, room)
  }

  pick(position) {
    const row = this.data.rows[position]
    if (!row) return
    this.mark(position)
    this.picked = { version: this.data.version, row: row.number }
    this.emit(this.picked)
  }

  mark(position) {
    const before = this.selected
    this.selected = position
    if (position >= 0 && before !== position && !this.body.contains(this.root.getRootNode().activeElement)) {
      this.activate(position)
      this.reveal(position)
    }
    for (const changed of [before, position]) {
      const element = this.drawn.get(changed)
      if (element) this.paint(element, changed)
    }
  }

  destroy() {
    this.unfill()
    this.watch.disconnect()
    if (this.frame !== undefined) cancelAnimationFrame(this.frame)
  }
}

function cell(className, text) {
  const element = make("div", className, text)
  element.setAttribute("role", "gridcell")
  return element
}

/** The thin line where moved calls were expected; it is no row and says nothing that the badge does not say. */
function ghost(calls, top) {
  const line = make("div", "ghost")
  line.setAttribute("aria-hidden", "true")
  if (top) line.style.top = `${top - 2}px`
  line.append(make("span", "isolate", `${calls.join(", ")} expected here`))
  return line
}

export default function (component) {
  const root = component.parentElement.querySelector(".lane")
  root.lane ??= new Lane(root)
  root.lane.update(component.data, (picked) => component.setStateValue("picked", picked))
  return () => root.lane.destroy()
}
