const HEAD = 40
const LINE = 26
const PAD = 16
const GAP_PAD = 12
const SPARE = 400
const SIDE = 24
const NUMBER = 44
const [LEAST, LEAST_OF_MANY] = [132, 168]
const MANY = 4
const COMPACT = 172
const HINT = "Arrow keys move · Enter opens the call"

/** The gold spine: draws the rows that are in sight, and moves one focus through rows, runs and the items of a cell. */
class SpineGrid {
  constructor(root) {
    this.root = root
    root.classList.add("card")
    this.scroll = make("div", "scroll")
    this.grid = make("div", "grid")
    this.foot = make("div", "foot")
    this.hint = make("span", "hint", HINT)
    this.hint.id = "spine-keys"
    this.scroll.append(this.grid)
    root.append(this.scroll, this.foot)
    this.drawn = new Map()
    this.active = { row: 0, column: 0, item: 0 }
    this.packing = new Packing(root)
    this.scroll.addEventListener("scroll", () => this.soon(), { passive: true })
    this.grid.addEventListener("keydown", (event) => this.onKey(event))
    this.grid.addEventListener("click", (event) => this.onClick(event))
    this.grid.addEventListener("focusin", (event) => this.onFocus(event))
    this.watch = new ResizeObserver(() => this.soon())
    this.watch.observe(this.scroll)
  }

  /** Take what Python sent: rows are rebuilt only for another version. */
  update(data, emit) {
    this.emit = emit
    paintTheme(this.root)
    if (data.version !== this.data?.version) this.load(data)
  }

  load(data) {
    const hadFocus = this.holdsFocus()
    this.data = data
    this.active = { row: 0, column: data.columns.length ? 1 : 0, item: 0 }
    this.size = ""
    this.body = make("div", "body")
    this.body.setAttribute("role", "rowgroup")
    const { rows, columns } = data
    if (rows.length) {
      this.grid.setAttribute("role", "grid")
      this.grid.setAttribute("aria-label", data.label)
      this.grid.setAttribute("aria-describedby", this.hint.id)
      this.grid.setAttribute("aria-readonly", "true")
      this.grid.setAttribute("aria-rowcount", rows.length + 1)
      this.grid.setAttribute("aria-colcount", columns.length + 2)
      this.grid.replaceChildren(this.header(), this.body)
    } else {
      for (const name of [...this.grid.attributes].map((one) => one.name)) if (name !== "class") this.grid.removeAttribute(name)
      this.grid.replaceChildren(make("div", "empty", data.empty))
    }
    this.foot.replaceChildren(this.legend(), ...(data.note ? [make("span", "", data.note)] : []), this.hint)
    this.foot.style.display = rows.length ? "" : "none"
    this.scroll.scrollTop = 0
    this.scroll.scrollLeft = 0
    this.draw()
    if (hadFocus) this.focusActive()
  }

  holdsFocus() {
    return this.grid.contains(this.root.getRootNode().activeElement)
  }

  header() {
    const group = make("div", "headgroup")
    group.setAttribute("role", "rowgroup")
    const head = make("div", "head")
    head.setAttribute("role", "row")
    head.setAttribute("aria-rowindex", 1)
    const titles = [{ title: "#" }, this.data.expected, ...this.data.columns]
    titles.forEach(({ title, note }, at) => {
      const cell = make("div", ["number", "expected"][at] ?? "run")
      cell.setAttribute("role", "columnheader")
      cell.setAttribute("aria-colindex", at + 1)
      cell.append(make("span", "title isolate", title))
      if (note) cell.append(make("span", "sub", note))
      cell.title = note ? `${title}, ${note}` : title
      head.append(cell)
    })
    group.append(head)
    return group
  }

  /** Symbol and word of each state in sight, since cells name the call or the argument in place of the word. */
  legend() {
    const legend = make("span", "legend")
    legend.append(...this.data.legend.map(({ tone, symbol, word }) => make("span", tone, `${symbol} ${word}`)))
    return legend
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined
      this.draw()
    })
  }

  /** Widths of the columns and the tops of all rows, again when the room or the rows are others. */
  measure() {
    const { rows, columns, version } = this.data
    const whole = this.scroll.clientWidth
    const size = `${version}|${whole}`
    if (size === this.size || !whole) return
    this.size = size
    // A few runs share the room there is; many are scrolled sideways, and may as well be wide enough to read.
    const many = columns.length >= MANY
    const first = Math.round(Math.min(330, Math.max(140, whole * (many ? 0.18 : 0.23))))
    const each = Math.max(many ? LEAST_OF_MANY : LEAST, Math.floor((whole - NUMBER - first) / Math.max(1, columns.length)))
    const compact = each < COMPACT
    this.packing.pick(compact)
    this.grid.classList.toggle("compact", compact)
    this.room = each - SIDE
    this.wide = first - SIDE
    this.grid.style.setProperty("--expected", `${first}px`)
    this.grid.style.setProperty("--run", columns.length ? `repeat(${columns.length}, ${each}px)` : "")
    this.grid.style.width = `${NUMBER + first + each * columns.length}px`
    this.tops = [0]
    for (const row of rows) this.tops.push(this.tops.at(-1) + this.height(row))
    this.body.style.height = `${this.tops.at(-1)}px`
    for (const element of this.drawn.values()) element.remove()
    this.drawn.clear()
  }

  height(row) {
    const lines = (items) => items.reduce((sum, item) => sum + this.packing.lines(item.pieces, this.room).length, 0)
    const most = Math.max(1, ...row.cells.map((cell) => lines(cell.items)))
    const own = row.gap ? 1 : row.arguments || row.note || row.reference?.pieces.length ? 2 : 1
    return Math.max((row.gap ? GAP_PAD : PAD) + most * LINE, own > 1 ? 48 : 0)
  }

  /** Position of the row at a height. */
  rowAt(top) {
    let [low, high] = [0, this.data.rows.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.tops[middle] <= top) low = middle
      else high = middle - 1
    }
    return Math.max(0, low)
  }

  /** Put the rows in sight into the document and take the others out, but never the one that has the focus. */
  draw() {
    const { rows } = this.data
    if (!rows.length || !this.scroll.clientWidth) return
    const hadFocus = this.holdsFocus()
    this.measure()
    this.root.classList.toggle("scrolled", this.scroll.scrollLeft > 0)
    const above = this.scroll.scrollTop - HEAD
    const first = this.rowAt(above - SPARE)
    const last = this.rowAt(above + this.scroll.clientHeight + SPARE)
    showRows(this.drawn, first, last + 1, this.active.row, (position) => this.ensure(position))
    if (hadFocus && !this.holdsFocus()) this.focusActive()
  }

  /** The element of a row, in the document. */
  ensure(position) {
    return keptRow(this.body, this.drawn, position, () => this.row(this.data.rows[position], position))
  }

  row(row, position) {
    const element = make("div", `row${row.gap ? " gap" : ""}${position === this.data.rows.length - 1 ? " last" : ""}`)
    element.setAttribute("role", "row")
    element.setAttribute("aria-rowindex", position + 2)
    element.style.top = `${this.tops[position]}px`
    element.style.height = `${this.tops[position + 1] - this.tops[position]}px`
    const number = make("div", "number", row.number)
    number.setAttribute("role", "gridcell")
    number.setAttribute("aria-colindex", 1)
    element.append(number, this.expected(row, position))
    row.cells.forEach((cell, at) => element.append(this.cell(cell, position, at)))
    return element
  }

  expected(row, position) {
    const box = make("div", "expected")
    box.setAttribute("role", "rowheader")
    box.setAttribute("aria-colindex", 2)
    const title = row.gap ? row.title : this.packing.cut(row.title, TOOL, this.wide)
    box.append(make("span", row.gap ? "between" : "tool isolate", title))
    const under = make("span", "under")
    for (const piece of row.reference?.pieces ?? []) under.append(this.packing.drawn(piece, this.wide))
    if (row.note) under.append(make("span", "said", row.note))
    if (row.arguments) under.append(make("span", "arguments mono isolate", row.arguments))
    if (under.childNodes.length) box.append(under)
    const words = [row.title, row.note, row.arguments, row.reference?.words].filter(Boolean)
    box.title = words.join("\n")
    box.setAttribute("aria-label", words.join(", "))
    this.stop(box, position, 0, 0, row.reference)
    return box
  }

  cell(cell, position, at) {
    const box = make("div", "cell")
    box.setAttribute("role", "gridcell")
    box.setAttribute("aria-colindex", at + 3)
    if (!cell.items.length) {
      box.append(make("span", "said muted", cell.empty))
      this.stop(box, position, at + 1, 0, null)
    }
    cell.items.forEach((item, number) => {
      const several = cell.items.length > 1
      const part = several ? make("div", "item") : box
      for (const line of this.packing.lines(item.pieces, this.room)) {
        const drawn = make("div", "line")
        drawn.append(...line.map((piece) => this.packing.drawn(piece, this.room)))
        part.append(drawn)
      }
      part.title = item.words
      part.setAttribute("aria-label", item.words)
      if (several) {
        part.setAttribute("role", "button")
        box.append(part)
      }
      this.stop(part, position, at + 1, number, item)
    })
    return box
  }

  /** Make an element a place where the focus can be. */
  stop(element, row, column, item, target) {
    element.classList.add("stop")
    if (target) element.classList.add("opens")
    Object.assign(element.dataset, { row, column, item })
    const { active } = this
    element.tabIndex = row === active.row && column === active.column && item === active.item ? 0 : -1
  }

  find({ row, column, item }) {
    return this.ensure(row).querySelector(`.stop[data-column="${column}"][data-item="${item}"]`)
  }

  items(row, column) {
    return column ? Math.max(1, this.data.rows[row].cells[column - 1].items.length) : 1
  }

  onKey(event) {
    if (event.metaKey || event.altKey || !event.target.closest(".stop")) return
    const { row, column, item } = this.active
    const [last, right] = [this.data.rows.length - 1, this.data.columns.length]
    const page = Math.max(LINE, this.scroll.clientHeight - HEAD - 2 * LINE)
    const below = item + 1 < this.items(row, column)
    const to = {
      ArrowDown: () => (below ? { item: item + 1 } : row < last ? { row: row + 1, item: 0 } : {}),
      ArrowUp: () => (item ? { item: item - 1 } : row ? { row: row - 1, item: this.items(row - 1, column) - 1 } : {}),
      ArrowLeft: () => ({ column: Math.max(0, column - 1), item: 0 }),
      ArrowRight: () => ({ column: Math.min(right, column + 1), item: 0 }),
      PageDown: () => ({ row: Math.min(last, Math.max(row + 1, this.rowAt(this.tops[row] + page))), item: 0 }),
      PageUp: () => ({ row: Math.max(0, Math.min(row - 1, this.rowAt(this.tops[row] - page))), item: 0 }),
      Home: () => ({ ...(event.ctrlKey ? { row: 0 } : {}), column: 0, item: 0 }),
      End: () => ({ ...(event.ctrlKey ? { row: last } : {}), column: right, item: 0 }),
    }[event.key]
    if (to) this.move({ ...this.active, ...to() })
    else if (event.key === "Enter" || event.key === " ") this.open(this.active)
    else return
    event.preventDefault()
  }

  onClick(event) {
    const stop = event.target.closest(".stop")
    if (!stop) return
    this.move(placeOf(stop))
    this.open(this.active)
  }

  onFocus(event) {
    const stop = event.target.closest(".stop")
    if (stop) this.activate(placeOf(stop))
  }

  move(place) {
    this.activate(place)
    const found = this.focusActive()
    found?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }

  activate(place) {
    const before = this.find(this.active)
    if (before) before.tabIndex = -1
    this.active = place
    const now = this.find(place)
    if (now) now.tabIndex = 0
  }

  focusActive() {
    const found = this.find(this.active)
    found?.focus({ preventScroll: true })
    return found
  }

  open({ row, column, item }) {
    const line = this.data.rows[row]
    const target = column ? line.cells[column - 1].items[item] : line.reference
    if (target) this.emit({ version: this.data.version, column: target.column, row: target.row })
  }

  destroy() {
    this.watch.disconnect()
    if (this.frame !== undefined) cancelAnimationFrame(this.frame)
  }
}

function placeOf(stop) {
  return { row: Number(stop.dataset.row), column: Number(stop.dataset.column), item: Number(stop.dataset.item) }
}

export default function (component) {
  const root = component.parentElement.querySelector(".spine")
  root.spine ??= new SpineGrid(root)
  root.spine.update(component.data, (opened) => component.setTriggerValue("opened", opened))
  return () => root.spine.destroy()
}
