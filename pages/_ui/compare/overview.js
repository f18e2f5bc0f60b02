/** Runs whose sentences stand one below the other; more stand in two columns. */
const MOST_LINES = 3

/** The sentence of one run; the text after the strong words is quieter. */
function sentence({ parts }) {
  const line = make("p", "sentence first isolate")
  for (const [text, strong] of parts) line.append(make(strong ? "strong" : "span", strong ? "" : "rest", text))
  return line
}

/** The sentence of a run that the cards are not about: one line, and a button that makes them about it. */
function other({ parts, short, run, aside }, at, focus) {
  const button = make("button", "other")
  button.type = "button"
  button.append(make("span", "words isolate", short))
  if (aside) button.append(make("span", "aside", aside))
  button.append(make("span", "show", "Show"))
  button.title = parts.map(([text]) => text).join("")
  button.setAttribute("aria-label", `${short} Show the numbers of ${run}`)
  button.onclick = () => focus(at)
  return button
}

function card({ name, value, words, change, direction, note }) {
  const box = make("div", "card")
  box.setAttribute("role", "listitem")
  box.append(make("p", "name", name), make("p", words ? "value words" : "value", value))
  if (change) box.append(make("p", `change ${direction} isolate`, change))
  if (note) box.append(make("p", "small", note))
  return box
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  const root = parentElement.querySelector(".overview")
  paintTheme(root)
  if (root.dataset.version === data.version) return
  root.dataset.version = data.version
  const sentences = make("div", "sentences")
  const shown = data.sentences[data.focus]
  if (shown) sentences.append(sentence(shown))
  const others = make("div", data.sentences.length > MOST_LINES ? "others many" : "others")
  data.sentences.forEach((each, at) => {
    if (at !== data.focus) others.append(other(each, at, (number) => setTriggerValue("focused", number)))
  })
  if (others.firstChild) sentences.append(others)
  const cards = make("div", "cards")
  cards.setAttribute("role", "list")
  cards.setAttribute("aria-label", data.label)
  cards.append(...data.cards.map(card))
  root.replaceChildren(sentences, ...(data.cards.length ? [cards] : []))
}
