/** From how many squares on they are drawn how small. */
const SIZES = [[700, "crush"], [160, "crowd"], [44, "many"]]
const SWITCH = "only different"

/** Squares, pills and the switch; what is pressed shows at once, and the page then says what is left. */
class Strip {
  constructor(root) {
    this.root = root
    this.squares = make("div", "squares")
    this.squares.setAttribute("role", "group")
    this.pills = make("div", "pills")
    this.pills.setAttribute("role", "group")
    this.pills.setAttribute("aria-label", "Filter the cases by outcome")
    this.only = make("button", "only")
    this.only.type = "button"
    this.only.append(make("span", "", "Only different "), make("span", "tick"))
    this.only.lastChild.setAttribute("aria-hidden", "true")
    this.only.onclick = () => this.press(this.only, SWITCH)
    this.squares.addEventListener("click", (event) => this.onClick(event))
    this.squares.addEventListener("keydown", (event) => this.onKey(event))
    root.append(make("span", "word", "Cases"), this.squares, this.pills, this.only)
  }

  update(data, emit) {
    this.emit = emit
    paintTheme(this.root)
    if (data.version !== this.version) this.load(data)
    this.version = data.version
    for (const { kind, pressed } of data.pills) this.pill(kind).setAttribute("aria-pressed", pressed)
    this.mark(this.only, data.only)
    const dim = new Set(data.dim)
    const all = [...this.squares.children]
    all.forEach((square, at) => square.classList.toggle("dim", dim.has(at)))
    this.choose(data.selected)
  }

  load({ squares, pills, label }) {
    this.squares.className = `squares ${SIZES.find(([least]) => squares.length > least)?.[1] ?? ""}`
    this.squares.setAttribute("aria-label", label)
    this.squares.replaceChildren(...squares.map(square))
    this.pills.replaceChildren(
      ...pills.map(({ kind, symbol, word, count }) => {
        const pill = make("button", `pill ${kind}`)
        pill.type = "button"
        pill.dataset.kind = kind
        pill.append(make("span", "", `${symbol} ${word} `), make("strong", "", count))
        pill.onclick = () => this.press(pill, kind)
        return pill
      }),
    )
  }

  pill(kind) {
    return this.pills.querySelector(`[data-kind="${kind}"]`)
  }

  press(button, what) {
    this.mark(button, button.getAttribute("aria-pressed") !== "true")
    this.emit("pressed", what)
  }

  mark(button, on) {
    button.setAttribute("aria-pressed", on)
    if (button === this.only) button.querySelector(".tick").textContent = on ? "✓" : ""
  }

  /** Mark the case that the page is about. One square alone can be reached by Tab, the others by arrows. */
  choose(at) {
    const all = [...this.squares.children]
    all.forEach((square, number) => {
      if (number === at) square.setAttribute("aria-current", "true")
      else square.removeAttribute("aria-current")
      square.tabIndex = number === (at ?? 0) ? 0 : -1
    })
  }

  onClick(event) {
    const found = event.target.closest(".square")
    if (!found) return
    const at = [...this.squares.children].indexOf(found)
    this.choose(at)
    this.emit("picked", at)
  }

  /** Arrows move along the squares; up and down go to the one above or below. */
  onKey(event) {
    const here = event.target.closest(".square")
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return
    const all = [...this.squares.children]
    const at = all.indexOf(here)
    const second = all.findIndex((each) => each.offsetTop > all[0].offsetTop)
    const width = second < 0 ? all.length : second
    const to = {
      ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + width, ArrowUp: at - width, Home: 0, End: all.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = all[to]
    if (!next) return
    here.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }
}

function square([name, kind, symbol, words]) {
  const button = make("button", `square ${kind}`, symbol)
  button.type = "button"
  button.title = `${name}: ${words}`
  button.setAttribute("aria-label", button.title)
  return button
}

export default function (component) {
  const root = component.parentElement.querySelector(".strip")
  root.strip ??= new Strip(root)
  root.strip.update(component.data, (name, value) => component.setTriggerValue(name, value))
}
