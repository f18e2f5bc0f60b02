const TITLE = "Cases by first divergent step"

/** A number whose cell is filled as far as its share of the cases. */
function counted(className, count) {
  const cell = make("td", className, count.text)
  cell.title = count.words
  cell.style.setProperty("--share", `${Math.round(count.share * 100)}%`)
  if (count.text === "0") cell.classList.add("none")
  return cell
}

function heading(text, label) {
  const cell = make("th", "", text)
  cell.scope = "col"
  if (label) cell.setAttribute("aria-label", label)
  return cell
}

function table(data) {
  const drawn = make("table")
  drawn.append(make("caption", "", TITLE))
  const head = make("tr")
  head.append(heading("Run"), heading("✓ never"))
  if (data.unevaluated) head.append(heading("not evaluated"))
  data.steps.forEach((step, at) => head.append(heading(at ? step : `step ${step}`, `step ${step}`)))
  const body = make("tbody")
  for (const row of data.rows) {
    const line = make("tr")
    const run = make("th", "run isolate", row.run)
    run.scope = "row"
    run.title = row.run
    line.append(run, counted("never", row.never))
    if (data.unevaluated) line.append(counted("unevaluated", row.not_evaluated))
    line.append(...row.steps.map((count) => counted("step", count)))
    body.append(line)
  }
  const top = make("thead")
  top.append(head)
  drawn.append(top, body)
  return drawn
}

export default function (component) {
  const { data, parentElement } = component
  const root = parentElement.querySelector(".divergence")
  paintTheme(root)
  root.replaceChildren(data.rows.length ? table(data) : make("p", "quiet", `${TITLE}: ${data.empty}`))
  // What is wider than its card is scrolled, with the keyboard too.
  const watch = new ResizeObserver(() => {
    if (root.scrollWidth > root.clientWidth) root.tabIndex = 0
    else root.removeAttribute("tabindex")
  })
  watch.observe(root)
  return () => watch.disconnect()
}
