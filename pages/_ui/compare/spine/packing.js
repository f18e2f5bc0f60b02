const GAP = 6
const TOOL = "600 14px"
const KINDS = {
  pill: { font: "600 12.5px", around: 18, mark: (piece) => `badge ${piece.tone}` },
  compact: { font: "600 12px", around: 12 },
  small: { font: "600 11.5px", around: 12, mark: (piece) => `badge small ${piece.tone}` },
  text: { font: "400 12.5px", around: 0, mark: (piece) => `said ${piece.tone}` },
  divergence: { font: "600 12px", around: 0, mark: (piece) => `diverges ${piece.tone}` },
}

/** Lays pieces into lines of a width before they are drawn, so that the height of every row is known without drawing it. */
class Packing {
  constructor(root) {
    this.compact = false
    this.pen = document.createElement("canvas").getContext("2d")
    this.family = getComputedStyle(root).fontFamily
    this.widths = new Map()
  }

  /** Smaller pills, where columns are narrow. */
  pick(compact) {
    if (compact !== this.compact) this.widths.clear()
    this.compact = compact
  }

  /** Font of a piece, and what stands around its text. */
  look(kind) {
    return KINDS[kind === "pill" && this.compact ? "compact" : kind]
  }

  measured(text, font) {
    this.pen.font = `${font} ${this.family}`
    return Math.ceil(this.pen.measureText(text).width) + 1
  }

  width(piece) {
    const known = `${piece.kind}|${piece.text}|${piece.tail}`
    if (!this.widths.has(known)) {
      const { font, around } = this.look(piece.kind)
      this.widths.set(known, this.measured(piece.text + tailOf(piece), font) + around)
    }
    return this.widths.get(known)
  }

  /** Pieces in lines; one that is wider than a line has a line of its own and is cut there. */
  lines(pieces, room) {
    const lines = []
    let left = -1
    for (const piece of pieces) {
      const width = this.width(piece)
      if (left >= width + GAP) lines.at(-1).push(piece)
      else lines.push([piece])
      left = (left >= width + GAP ? left - GAP : room) - width
    }
    return lines
  }

  /** A text that fits into a width, cut in the middle: names of tools often differ at their end. */
  cut(text, font, room) {
    if (this.measured(text, font) <= room) return text
    const letters = [...text]
    const kept = (count) => {
      const head = Math.ceil(count * 0.4)
      return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - count + head).join("")}`
    }
    let [low, high] = [1, letters.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.measured(kept(middle), font) <= room) low = middle
      else high = middle - 1
    }
    return kept(low)
  }

  /** A piece as an element that is no wider than a line; its tail is never cut. */
  drawn(piece, room) {
    const element = make("span", KINDS[piece.kind].mark(piece))
    const { font, around } = this.look(piece.kind)
    const tail = tailOf(piece)
    const taken = around + (tail ? this.measured(tail, font) : 0)
    element.append(make("span", "text isolate", this.cut(piece.text, font, room - taken)))
    if (tail) element.append(make("span", "tail", tail))
    return element
  }
}

function tailOf(piece) {
  return piece.tail ? `\u00a0${piece.tail}` : ""
}
