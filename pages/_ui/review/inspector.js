function section(title, ...content) {
  const box = make("section", "section")
  box.append(make("h3", "quiet", title), ...content)
  return box
}

function valueCell(cell) {
  const td = make("td")
  const line = make("div", `value ${cell.tone}`)
  if (cell.symbol) line.append(make("span", "symbol", cell.symbol))
  if (cell.words) line.append(make("span", cell.tone ? "" : "quiet", cell.words))
  else {
    const short = cell.segments.map(([text]) => text).join("")
    const text = make("span", "mono isolate")
    if (!cell.full && short.length > 160) {
      text.textContent = `${short.slice(0, 160)}…`
      cell = { ...cell, full: short }
    } else for (const [piece, marked] of cell.segments) text.append(make(marked ? "mark" : "span", "", piece))
    const box = make("span", "whole")
    box.append(text)
    line.append(box)
    if (cell.full) {
      const more = make("button", "more", "Show all")
      more.type = "button"
      more.onclick = () => {
        text.textContent = cell.full
        more.remove()
      }
      box.append(" ", more)
    }
  }
  td.append(line)
  return td
}

/** Parts of a path between which a line may break: `filters`, `.date`, `[0]`. */
function partsOf(path) {
  return path.split(/(?=[.[])/)
}

function pathCell(path) {
  const name = make("th", "mono isolate path")
  name.scope = "row"
  partsOf(path).forEach((part, at) => name.append(...(at ? [make("wbr")] : []), part))
  return name
}

/** The column of paths: as wide as the longest part needs, within bounds. */
function pathColumn(lines) {
  const longest = Math.max(...lines.flatMap(([path]) => partsOf(path)).map((part) => part.length))
  const column = make("col", "mono")
  column.style.width = `calc(${Math.min(16, Math.max(5, longest))}ch + 12px)`
  const group = make("colgroup")
  group.append(column)
  return group
}

function argumentTable({ columns, arguments: lines }) {
  const table = make("table", "arguments")
  const head = make("tr")
  for (const title of ["Path", ...columns]) {
    const th = make("th", "quiet", title)
    th.scope = "col"
    head.append(th)
  }
  const top = make("thead")
  top.append(head)
  const body = make("tbody")
  for (const [path, cells] of lines) {
    const row = make("tr")
    row.append(pathCell(path), ...cells.map(valueCell))
    body.append(row)
  }
  table.append(pathColumn(lines), top, body)
  return table
}

function pointsTable({ points }) {
  const table = make("table", "points")
  for (const [metric, why, taken] of points) {
    const row = make("tr")
    const name = make("th", "", metric)
    name.scope = "row"
    name.append(" ", make("span", "quiet why", why))
    row.append(name, make("td", taken === "0" ? "taken quiet" : "taken missing", taken))
    table.append(row)
  }
  return table
}

function content(part, press) {
  const found = []
  if (part.kind === "arguments" && part.arguments.length) found.push(argumentTable(part))
  if (part.kind === "points") found.push(pointsTable(part))
  if (part.kind === "block") found.push(clipped(part.block, `mono block ${part.tone}`, 360, part.cut))
  if (part.kind === "facts") {
    const list = make("dl")
    for (const [name, text] of part.facts) list.append(make("dt", "quiet", name), make("dd", "mono isolate", text))
    found.push(list)
  }
  for (const line of part.lines ?? []) found.push(make("p", `isolate ${part.kind === "arguments" ? "quiet" : part.tone ?? ""}`, line))
  if (part.button) {
    const button = make("button", "press", part.button)
    button.type = "button"
    button.onclick = press
    found.push(button)
  }
  return found
}

function draw(root, data, press) {
  const box = make("div", "inside")
  if (!data.call) {
    box.append(make("p", "quiet", data.hint))
    root.replaceChildren(box)
    return
  }
  const { tool, place, badges, flags, sections } = data.call
  const head = make("div", "title")
  head.append(make("span", "place quiet", place), make("h2", "isolate", tool))
  for (const one of [...badges, ...flags]) head.append(" ", badge(one))
  box.append(head)
  box.append(...sections.map((part) => section(part.title, ...content(part, press))))
  root.replaceChildren(box)
  root.scrollTop = 0
}

export default function (component) {
  const root = component.parentElement.querySelector(".inspector")
  const version = component.data.call?.version ?? ""
  if (!root.unfill) {
    root.classList.add("card")
    root.tabIndex = 0
    root.setAttribute("role", "region")
    root.setAttribute("aria-label", "Call inspector")
    root.unfill = fillWindow(root, 320)
  }
  paintTheme(root)
  if (root.version !== version) draw(root, component.data, () => component.setTriggerValue("pressed", version))
  root.version = version
  return () => root.unfill()
}
