// Draws the rows it is given as one plain table. Texts come from files that anybody may have written: textContent only.

const PAGE = 200
const instances = new WeakMap()

const make = (tag, className, text) => {
  const element = document.createElement(tag)
  if (className) element.className = className
  if (text !== undefined) element.textContent = text
  return element
}

// A long name goes on in the next line after a sign inside it, where there is one.
const named = (tag, className, text) => {
  const element = make(tag, className)
  const parts = String(text).split(/(?<=[\p{L}\p{N}][_/.])(?=\p{L})/u)
  parts.forEach((part, number) => element.append(...(number ? [make("wbr"), part] : [part])))
  return element
}

const button = (className, text, label, onclick) => {
  const element = make("button", className, text)
  element.type = "button"
  if (label) {
    element.setAttribute("aria-label", label)
    element.title = label
  }
  element.onclick = event => {
    event.stopPropagation()
    onclick(event)
  }
  return element
}

const drawPart = part => {
  const shown = make("span", `${part.chip ? "chip" : "part"} tone-${part.tone || "plain"}`)
  const face = make("span", "", part.text)
  face.setAttribute("aria-hidden", "true")
  shown.append(face, make("span", "spoken", part.title || part.text))
  shown.title = part.title || part.text
  return shown
}

// Each drawer turns one kind of cell into an element; `send` tells Python what was done.
const drawers = {
  text: cell => {
    const element = named("span", `text tone-${cell.tone || "plain"}`, cell.text)
    element.title = cell.title || cell.text
    return element
  },
  parts: cell => {
    const element = make("span", "parts")
    if (!cell.parts.length) element.append(make("span", "tone-muted", "–"))
    for (const part of cell.parts) element.append(drawPart(part))
    return element
  },
  link: (cell, send) => {
    const element = named("a", "link", cell.text)
    element.href = cell.href
    element.title = cell.title || cell.text
    element.onclick = event => {
      event.stopPropagation()
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      send(cell.event, "")
    }
    return element
  },
  bar: cell => {
    const element = make("span", "score")
    const track = make("span", "track")
    track.setAttribute("aria-hidden", "true")
    const fill = make("span", "fill")
    fill.style.width = `${Math.max(0, Math.min(1, cell.value)) * 100}%`
    track.append(fill)
    if (cell.mark) element.append(drawPart(cell.mark))
    element.append(track, make("span", "number", cell.text))
    element.title = cell.title
    return element
  },
  choice: (cell, send, lists) => {
    const all = lists[cell.options]
    const element = make("select", "choice")
    element.setAttribute("aria-label", cell.label)
    element.title = cell.label
    const fillIn = options => {
      element.replaceChildren()
      for (const [value, text] of options) {
        const option = make("option", "", text)
        option.value = value
        option.selected = value === cell.value
        element.append(option)
      }
    }
    fillIn(all.filter(([value]) => value === cell.value))
    // Hundreds of rows share long lists of options: they are drawn when somebody is about to choose.
    element.onfocus = () => {
      if (element.options.length < all.length) fillIn(all)
    }
    element.onpointerdown = element.onfocus
    element.onclick = event => event.stopPropagation()
    element.onchange = () => send(cell.event, element.value)
    return element
  },
  edit: (cell, send) => {
    const element = make("span", "edit")
    const show = () => {
      const open = button("open", "", cell.label, edit)
      const text = make("span", "", cell.text)
      const pencil = make("span", "pencil", "✎")
      pencil.setAttribute("aria-hidden", "true")
      open.append(text, pencil)
      open.setAttribute("aria-label", `${cell.label}: ${cell.text}`)
      element.replaceChildren(open)
      return open
    }
    const edit = () => {
      const input = make("input", "")
      input.value = cell.text
      input.maxLength = 200
      input.setAttribute("aria-label", cell.label)
      let left = false
      const leave = keep => {
        if (left) return
        left = true
        const changed = keep && input.value.trim() !== cell.text
        show().focus()
        if (changed) send(cell.event, input.value)
      }
      input.onclick = event => event.stopPropagation()
      input.onkeydown = event => {
        event.stopPropagation()
        if (event.key === "Enter") leave(true)
        if (event.key === "Escape") leave(false)
      }
      input.onblur = () => leave(true)
      element.replaceChildren(input)
      input.focus()
      input.select()
    }
    show()
    return element
  },
  actions: (cell, send) => {
    const element = make("span", "actions")
    for (const action of cell.actions) {
      element.append(button("action", action.text, action.label, () => send(action.event, "")))
    }
    return element
  },
}

function drawRow(row, instance) {
  const { columns, lists } = instance.data
  const line = make("tr", row.event ? "clickable" : "")
  if (row.selected) line.setAttribute("aria-current", "true")
  const send = (kind, value) => instance.emit({ kind, row: row.id, value })
  columns.forEach((column, number) => {
    const cell = make(number ? "td" : "th", `at-${column.align}${column.wrap ? " wrap" : ""}`)
    if (!number) cell.scope = "row"
    const content = row.cells[column.key]
    if (content) {
      const drawn = drawers[content.kind](content, send, lists)
      drawn.dataset.place = `${row.id}/${column.key}`
      cell.append(drawn)
    }
    line.append(cell)
  })
  if (row.event) {
    line.onclick = () => {
      if (!String(getSelection())) send(row.event, "")
    }
  }
  return line
}

function drawHead(columns) {
  const head = make("thead")
  const line = make("tr")
  for (const column of columns) {
    const cell = make("th", `at-${column.align}`)
    cell.scope = "col"
    cell.style.width = column.width
    cell.append(make("span", column.hidden ? "spoken" : "", column.title))
    line.append(cell)
  }
  head.append(line)
  return head
}

function draw(instance) {
  const { data, root } = instance
  const focused = root.getRootNode().activeElement?.closest?.("[data-place]")?.dataset.place
  const redraw = () => draw(instance)
  const table = make("table")
  table.setAttribute("aria-label", data.label)
  const body = make("tbody")
  for (const row of data.rows.slice(0, instance.shown)) body.append(drawRow(row, instance))
  table.append(drawHead(data.columns), body)
  const card = make("div", data.narrow ? "card narrow" : "card")
  card.append(table)
  if (data.rows.length > instance.shown) {
    const left = data.rows.length - instance.shown
    card.append(
      button("rest", `Show ${Math.min(PAGE, left)} more of ${left}`, "", () => {
        instance.shown += PAGE
        redraw()
      }),
    )
  }
  root.replaceChildren(card)
  if (focused) {
    const again = [...root.querySelectorAll("[data-place]")].find(element => element.dataset.place === focused)
    ;(again?.matches("a,button,select") ? again : again?.querySelector("a,button,select"))?.focus()
  }
}

// Arrows move between the controls of one column, so that a long list needs no hundred presses of Tab.
function onKey(event, root) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
  const place = event.target.closest?.("[data-place]")
  if (!place || event.target.matches("select,input")) return
  const column = place.dataset.place.split("/").pop()
  const same = [...root.querySelectorAll("[data-place]")].filter(
    element => element.dataset.place.endsWith(`/${column}`) && element.matches("a,button"),
  )
  const next = same[same.indexOf(place) + (event.key === "ArrowDown" ? 1 : -1)]
  if (next) {
    event.preventDefault()
    next.focus()
  }
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  const root = parentElement.querySelector("#rows")
  const before = instances.get(parentElement)
  const instance = before || { shown: PAGE, version: null }
  instances.set(parentElement, instance)
  instance.root = root
  instance.emit = event => setTriggerValue("event", event)
  root.onkeydown = event => onKey(event, root)
  // The function runs again with every rerun of the page: rows are built anew only when they changed.
  if (instance.version !== data.version) {
    instance.version = data.version
    instance.data = data
    try {
      draw(instance)
    } catch (error) {
      console.error("table", error)
      root.textContent = "This table could not be drawn."
    }
  }
}
