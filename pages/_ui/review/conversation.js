const SHOWN = 900

function callButton(one, pick) {
  const button = make("button", "call")
  button.type = "button"
  button.dataset.row = one.row
  const words = make("span", "words")
  const text = one.words || one.arguments.map(([piece]) => piece).join("")
  words.append(make("span", "tool isolate", one.tool), make("span", one.words ? "arguments" : "mono arguments isolate", text))
  const badges = make("span", "badges")
  badges.append(...one.badges.map((each) => badge(each, true)))
  button.append(make("span", "number quiet", one.row), words, badges)
  if (one.failed || one.outcome) {
    const line = make("span", `outcome${one.failed ? " failed" : " quiet"}`)
    if (one.failed) line.append(badge({ tone: "failed", symbol: "!", word: "failed" }, true))
    line.append(make("span", "mono isolate came", one.outcome))
    button.append(line)
  }
  button.onclick = () => pick(one.row)
  return button
}

/** Expected calls that no message issued, after the last message. */
function neverCalled(calls, note, pick) {
  const box = make("article", "message missed")
  const head = make("div", "role")
  head.append(make("span", "", "Never called"), make("span", "quiet", note))
  box.append(head, ...calls.map((one) => callButton(one, pick)))
  return box
}

function message({ role, text, cut, calls, number }, pick) {
  const box = make("article", `message ${{ user: "user", assistant: "assistant" }[role] ?? "other"}`)
  const head = make("div", "role")
  head.append(make("span", "isolate", role || "message"), make("span", "quiet", number))
  box.append(head)
  if (text) box.append(clipped(text, "text", SHOWN, cut))
  box.append(...calls.map((one) => callButton(one, pick)))
  return box
}

function turner(label, page, turn) {
  const button = make("button", "turner", label)
  button.type = "button"
  button.onclick = () => turn(page)
  return button
}

function draw(root, data, pick, turn) {
  const parts = []
  if (data.note) parts.push(make("p", "quiet note", data.note))
  if (!data.messages.length) parts.push(make("p", "quiet note", data.empty))
  if (data.before) parts.push(turner(`${data.before.toLocaleString("en")} earlier messages`, data.page - 1, turn))
  parts.push(...data.messages.map((one) => message(one, pick)))
  if (data.after) parts.push(turner(`${data.after.toLocaleString("en")} later messages`, data.page + 1, turn))
  if (data.missing.length) parts.push(neverCalled(data.missing, data.missing_note, pick))
  root.replaceChildren(...parts)
  root.scrollTop = 0
}

/** Mark the call of the selected row; `open` brings its message into sight. */
function mark(root, row, open) {
  for (const button of root.querySelectorAll(".call")) {
    const here = Number(button.dataset.row) === row
    button.setAttribute("aria-pressed", here)
    if (!here || !open) continue
    const article = button.closest(".message")
    root.scrollTop = Math.max(0, article.offsetTop - root.clientHeight / 3)
  }
}

export default function (component) {
  const { data, parentElement, setTriggerValue, setStateValue } = component
  const root = parentElement.querySelector(".conversation")
  if (!root.unfill) {
    root.classList.add("card")
    root.tabIndex = 0
    root.setAttribute("role", "region")
    root.setAttribute("aria-label", "Conversation")
    root.unfill = fillWindow(root, 320)
  }
  paintTheme(root)
  const pick = (row) => {
    root.own = row
    mark(root, row, false)
    setTriggerValue("picked", row)
  }
  const rebuilt = root.version !== data.version
  if (rebuilt) draw(root, data, pick, (page) => setStateValue("turned", { around: data.around, page }))
  root.version = data.version
  mark(root, data.selected, rebuilt || data.selected !== root.own)
  return () => root.unfill()
}
