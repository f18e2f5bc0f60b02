const ROW = 46
const SPARE = 8
/** Rows in sight before one scrolls; the part of a row says that there are more. */
const ROOM = 6.5

/** The list: draws the rows that are in sight, and keeps focus and selection. */
class CaseList {
  constructor(root) {
    this.root = root
    this.scroll = make("div", "scroll")
    this.grid = make("div", "grid")
    this.grid.setAttribute("aria-label", "Cases")
    this.scroll.append(this.grid)
    root.append(this.scroll)
    this.drawn = new Map()
    this.active = 0
    this.scroll.addEventListener("scroll", () => this.soon(), { passive: true })
    this.grid.addEventListener("keydown", (event) => this.onKey(event))
    this.grid.addEventListener("click", (event) => this.onClick(event))
    this.watch = new ResizeObserver(() => this.soon())
    this.watch.observe(this.scroll)
  }

  update(data, emit) {
    this.emit = emit
    paintTheme(this.root)
    const fresh = data.version !== this.data?.version
    const moved = data.selected !== this.selected
    this.data = data
    if (fresh) this.load()
    else if (moved) this.mark(data.selected)
  }

  load() {
    const { rows, columns, selected } = this.data
    const focused = this.root.getRootNode().activeElement
    const token = focused?.dataset?.token
    const inBody = this.body?.contains(focused) ?? false
    this.drawn.clear()
    this.root.style.setProperty("--runs", columns.length)
    this.body = make("div", "body")
    this.body.setAttribute("role", "rowgroup")
    this.body.style.height = `${rows.length * ROW}px`
    this.grid.setAttribute("role", "grid")
    this.grid.setAttribute("aria-rowcount", rows.length + 1)
    this.grid.replaceChildren(this.header(), this.body, ...(rows.length ? [] : [this.nothing()]))
    this.selected = selected
    this.active = Math.max(0, rows.findIndex(([at]) => at === selected))
    this.fit()
    this.reveal(this.active)
    this.draw()
    if (token !== undefined) this.grid.querySelector(`[data-token="${token}"]`)?.focus()
    else if (inBody && rows.length) this.ensure(this.active).focus({ preventScroll: true })
  }

  /** As high as the rows, up to the room; a heading that wraps takes none of it. */
  fit() {
    const count = this.data.rows.length
    this.scroll.style.height = count ? `${this.head.offsetHeight + Math.min(count, ROOM) * ROW}px` : ""
  }

  header() {
    const group = make("div")
    group.setAttribute("role", "rowgroup")
    group.style.display = "contents"
    this.head = make("div", "head")
    this.head.setAttribute("role", "row")
    this.head.append(heading("Case", "Case", "label", "", make("div", "label", this.data.count)))
    this.data.columns.forEach(({ head, name, note, counts }, column) => {
      const box = make("div", "counts")
      for (const { tone, text, words, pressed } of counts) {
        const button = make("button", "count", text)
        button.type = "button"
        button.dataset.token = `${tone} ${column}`
        button.title = words
        button.setAttribute("aria-label", `${words}. Show these cases`)
        button.setAttribute("aria-pressed", pressed)
        button.onclick = () => {
          button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true")
          this.emit("pressed", { tone, column })
        }
        box.append(button)
      }
      this.head.append(heading(head, name, "label run isolate", note, box))
    })
    group.append(this.head)
    return group
  }

  nothing() {
    const box = make("div", "empty", this.data.empty)
    if (this.data.reset) {
      const button = make("button", "", "Show all")
      button.type = "button"
      button.onclick = () => this.emit("pressed", this.data.reset)
      box.append(button)
    }
    return box
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined
      this.draw()
    })
  }

  /** Put the rows in sight into the document and take the others out, but never the one that has the focus. */
  draw() {
    if (!this.data) return
    const count = this.data.rows.length
    const top = this.scroll.scrollTop - this.head.offsetHeight
    const first = Math.max(0, Math.floor(top / ROW) - SPARE)
    const last = Math.min(count, Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / ROW) + SPARE)
    showRows(this.drawn, first, last, count ? this.active : null, (position) => this.ensure(position))
  }

  /** The element of a row, in the document. */
  ensure(position) {
    return keptRow(this.body, this.drawn, position, () => this.row(this.data.rows[position], position))
  }

  row([, name, kind, said, words, cells], position) {
    const element = make("div", position === this.data.rows.length - 1 ? "row last" : "row")
    element.setAttribute("role", "row")
    element.setAttribute("aria-rowindex", position + 2)
    element.dataset.position = position
    element.style.transform = `translateY(${position * ROW}px)`
    const title = gridcell("")
    title.append(make("div", "name isolate", name))
    if (said) title.append(make("div", `under ${kind}`, said))
    title.title = `${name}: ${words}`
    element.append(title)
    for (const [tone, mark, text, trials, spoken] of cells) {
      const cell = gridcell(tone === "absent" || tone === "unscored" ? "cell quiet" : "cell")
      const line = make("div")
      if (mark && tone !== "absent") line.append(make("span", `mark ${tone}`, mark))
      line.append(make("span", "", text))
      cell.append(line)
      if (trials) cell.append(make("div", "trials", trials))
      cell.title = spoken
      element.append(cell)
    }
    this.paint(element, position)
    return element
  }

  paint(element, position) {
    element.tabIndex = position === this.active ? 0 : -1
    element.setAttribute("aria-selected", this.data.rows[position][0] === this.selected)
  }

  repaint() {
    for (const [position, element] of this.drawn) this.paint(element, position)
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest(".row")) return
    const page = Math.max(1, Math.floor((this.scroll.clientHeight - this.head.offsetHeight) / ROW) - 1)
    const last = this.data.rows.length - 1
    const to = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page,
      PageUp: this.active - page, Home: 0, End: last,
    }[event.key]
    if (to !== undefined) this.move(Math.min(last, Math.max(0, to)))
    else if (event.key === "Enter" || event.key === " ") this.pick()
    else return
    event.preventDefault()
  }

  onClick(event) {
    const row = event.target.closest(".row")
    if (!row || String(getSelection())) return
    this.move(Number(row.dataset.position))
    this.pick()
  }

  move(position) {
    this.active = position
    this.reveal(position)
    this.ensure(position).focus({ preventScroll: true })
    this.repaint()
  }

  /** Scroll so far that a row is whole in sight, below the heading. */
  reveal(position) {
    const top = position * ROW
    const room = this.scroll.clientHeight - this.head.offsetHeight - ROW
    if (top < this.scroll.scrollTop) this.scroll.scrollTop = top
    else if (top > this.scroll.scrollTop + room) this.scroll.scrollTop = top - Math.max(0, room)
  }

  /** The rest of the page is about the row that has the focus. */
  pick() {
    const row = this.data.rows[this.active]
    if (!row) return
    this.selected = row[0]
    this.repaint()
    this.emit("picked", row[0])
  }

  /** Mark a case that was chosen elsewhere. */
  mark(at) {
    this.selected = at
    const position = this.data.rows.findIndex(([number]) => number === at)
    if (position >= 0 && !this.body.contains(this.root.getRootNode().activeElement)) {
      this.active = position
      this.reveal(position)
      this.draw()
    }
    this.repaint()
  }

  destroy() {
    this.watch.disconnect()
    if (this.frame !== undefined) cancelAnimationFrame(this.frame)
  }
}

function gridcell(className) {
  const cell = make("div", className)
  cell.setAttribute("role", "gridcell")
  return cell
}

function heading(text, title, className, note, below) {
  const cell = make("div")
  cell.setAttribute("role", "columnheader")
  const label = make("div", className, text)
  label.title = note ? `${title}, ${note}` : title
  cell.append(label, below)
  return cell
}

export default function (component) {
  const root = component.parentElement.querySelector(".cases")
  root.list ??= new CaseList(root)
  root.list.update(component.data, (name, value) => component.setTriggerValue(name, value))
  return () => root.list.destroy()
}
