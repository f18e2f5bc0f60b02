/** An element with a class and a text; text goes in as text only. */
function make(tag, className, text) {
  const element = document.createElement(tag)
  if (className) element.className = className
  if (text !== undefined && text !== null) element.textContent = text
  return element
}

/** A badge: symbol, word, tone. */
function badge({ tone, symbol, word }, small = false) {
  return make("span", `badge ${tone}${small ? " small" : ""}`, symbol ? `${symbol} ${word}` : word)
}

/** Light or dark, by the background that Streamlit gives the page, whatever the system prefers. */
function paintTheme(root) {
  const host = root.getRootNode().host ?? root
  const probe = make("span")
  probe.style.color = getComputedStyle(host).getPropertyValue("--st-background-color").trim() || "#fff"
  root.append(probe)
  const [red, green, blue] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? [255, 255, 255]).map(Number)
  probe.remove()
  root.dataset.theme = 0.3 * red + 0.59 * green + 0.11 * blue < 128 ? "dark" : "light"
}

/** Make an element reach to the foot of the window, and keep it so; returns what ends it. */
function fillWindow(element, least, gap = 22) {
  const host = element.getRootNode().host ?? element
  const scroller = host.closest('[data-testid="stMain"]')
  const fit = () => {
    const top = element.getBoundingClientRect().top + (scroller ? scroller.scrollTop : window.scrollY)
    const room = window.innerHeight - top - gap
    const height = `${Math.round(Math.max(least, room))}px`
    if (element.style.height !== height) element.style.height = height
  }
  const watch = new ResizeObserver(fit)
  watch.observe(scroller?.querySelector('[data-testid="stMainBlockContainer"]') ?? document.body)
  window.addEventListener("resize", fit)
  fit()
  return () => {
    watch.disconnect()
    window.removeEventListener("resize", fit)
  }
}

/** The element of a row of a long list, drawn when it is not there yet and kept in the order of the rows.
 *  `drawn`: position -> element of the rows that stand in the body. */
function keptRow(body, drawn, position, draw) {
  const known = drawn.get(position)
  if (known) return known
  const element = draw()
  let before = null
  for (const [other, held] of drawn) {
    if (other > position && (before === null || other < before[0])) before = [other, held]
  }
  body.insertBefore(element, before ? before[1] : null)
  drawn.set(position, element)
  return element
}

/** Have `ensure` draw the rows from `first` up to `end` and the row at `active` (null for none), and take all others out. */
function showRows(drawn, first, end, active, ensure) {
  for (const [position, element] of drawn) {
    if ((position < first || position >= end) && position !== active) {
      element.remove()
      drawn.delete(position)
    }
  }
  if (active !== null) ensure(active)
  for (let position = first; position < end; position++) ensure(position)
}

/** A text that opens to its whole length when it is long. */
function clipped(text, className, most = 480, cut = 0) {
  const box = make("div", className)
  const body = make("span", "isolate", text.length > most ? `${text.slice(0, most)}…` : text)
  box.append(body)
  if (text.length > most) {
    const more = make("button", "more", `Show all ${(text.length + cut).toLocaleString("en")} characters`)
    more.type = "button"
    more.onclick = () => {
      body.textContent = cut ? `${text}…` : text
      more.replaceWith(...(cut ? [make("span", "quiet", `${cut.toLocaleString("en")} more characters are not sent to the page`)] : []))
    }
    box.append(more)
  }
  return box
}

