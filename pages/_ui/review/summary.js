function chip({ key, symbol, word, tone, count }) {
  const button = make("button", `chip ${tone}`)
  button.type = "button"
  button.dataset.key = key
  button.append(make("span", "", `${symbol} ${word} `), make("strong", "", count))
  return button
}

/** Chips are changed in place where they are the same ones, so that the focus stays on the pressed chip. */
function drawChips(root, chips, toggle) {
  const known = new Map([...root.querySelectorAll(".chip")].map((button) => [button.dataset.key, button]))
  const box = root.querySelector(".chips") ?? make("div", "chips")
  box.setAttribute("role", "group")
  box.setAttribute("aria-label", "Filter the calls")
  for (const [key, button] of known) if (!chips.some((one) => one.key === key)) button.remove()
  let last = null
  for (const one of chips) {
    const button = known.get(one.key) ?? chip(one)
    button.setAttribute("aria-pressed", one.pressed)
    button.querySelector("strong").textContent = one.count
    button.onclick = () => {
      button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true")
      toggle(one.key)
    }
    if (!known.has(one.key)) last ? last.after(button) : box.prepend(button)
    last = button
  }
  if (!box.isConnected) root.append(box)
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  const root = parentElement.querySelector(".summary")
  paintTheme(root)
  if (data.parts.length) {
    const sentence = make("p", "verdict isolate")
    for (const [text, strong] of data.parts) sentence.append(make(strong ? "strong" : "span", "", text))
    const rule = data.rule ? [make("p", "rule quiet", data.rule)] : []
    root.replaceChildren(sentence, ...rule, ...data.notes.map((note) => make("p", "note quiet isolate", note)))
  } else drawChips(root, data.chips, (key) => setTriggerValue("toggled", key))
}
