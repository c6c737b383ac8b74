/**
 * The merge of two edits of one text. Edits of different lines, list items and other blocks are combined; edits of the
 * same ones are a conflict, which a person decides.
 */
import { isBlock, joinLines, splitLines, type WrittenPart } from './blocks.ts'
import { canonical, type ParseXml, readBody, type WireElement, writeNode } from './xml.ts'

/** The combined text, or both versions and the text with both: each conflicting edit of mine before that of theirs. */
export type Merge =
  | { readonly text: string; readonly conflict?: undefined }
  | {
      readonly text?: undefined
      readonly conflict: { readonly mine: string; readonly theirs: string; readonly both: string }
    }

/** Merges two edits of `base`. All texts may be in the form for a reader; the result is canonical. */
export function mergeTexts(base: string, mine: string, theirs: string, parseXml: ParseXml): Merge {
  const [a, b, c] = [base, mine, theirs].map(text => canonical(text, parseXml)) as [string, string, string]
  if (b === c || c === a) return { text: b }
  if (b === a) return { text: c }
  const units = [a, b, c].map(text => unitsOf(readBody(text, parseXml))) as [Unit[], Unit[], Unit[]]
  const both = mergeUnits(...units)
  const text = write(both.units)
  if (!both.hasConflict && text !== undefined) return { text }
  // Two texts of which parts do not fit each other are shown one after the other.
  const whole = write([...units[1], ...units[2]]) ?? b
  return { conflict: { mine: b, theirs: c, both: text ?? whole } }
}

/** A part of a text that is edited as a whole: a line, a block, an item of a list, or the start or end of a list. */
interface Unit {
  readonly text: string
  readonly role: 'line' | 'block' | 'start' | 'item' | 'end'
}

const LISTS = new Set(['ul', 'ol'])

function unitsOf(body: WireElement): Unit[] {
  return splitLines(body.children).flatMap((part): Unit[] => {
    if (!part.block) return [{ text: part.line.map(writeNode).join(''), role: 'line' }]
    const { name, children } = part.block
    if (!LISTS.has(name) || !isBlock(part.block)) return [{ text: writeNode(part.block), role: 'block' }]
    const items = children.map((item): Unit => ({ text: writeNode(item), role: 'item' }))
    return [{ text: name, role: 'start' }, ...items, { text: name, role: 'end' }]
  })
}

/** The text of units; undefined if a list does not end as it began. */
function write(units: readonly Unit[]): string | undefined {
  const parts: WrittenPart[] = []
  let list: { name: string; items: string } | undefined
  for (const { text, role } of units) {
    if ((role === 'item' || role === 'end') !== (list !== undefined)) return undefined
    if (role === 'start') list = { name: text, items: '' }
    else if (role === 'item' && list) list.items += text
    else if (role === 'end' && list) {
      if (list.name !== text) return undefined
      if (list.items !== '') parts.push({ text: `<${text}>${list.items}</${text}>`, isLine: false, lead: null })
      list = undefined
    } else parts.push({ text, isLine: role === 'line', lead: null })
  }
  return list ? undefined : `<body>${joinLines(parts)}</body>`
}

/** Units of the base that a version replaces. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly units: readonly Unit[]
}

/** The base with the edits of both versions, and whether some of them overlap. */
function mergeUnits(base: Unit[], mine: Unit[], theirs: Unit[]): { units: Unit[]; hasConflict: boolean } {
  const [left, right] = [editsOf(base, mine), editsOf(base, theirs)]
  const units: Unit[] = []
  let hasConflict = false
  let at = 0
  while (left.length > 0 || right.length > 0) {
    const [l, r] = [left[0], right[0]]
    if (l && r && overlap(l, r)) {
      const joined = takeOverlapping(left, right, base)
      units.push(...base.slice(at, joined.from))
      const agreed = agree(base.slice(joined.from, joined.to), joined.left, joined.right)
      units.push(...(agreed ?? [...joined.left, ...joined.right]))
      hasConflict ||= agreed === undefined
      at = joined.to
      continue
    }
    const isLeft = !r || (l !== undefined && isBefore(l, r))
    const edit = (isLeft ? left : right).shift()
    if (!edit) break
    units.push(...base.slice(at, edit.from), ...edit.units)
    at = edit.to
  }
  units.push(...base.slice(at))
  return { units, hasConflict }
}

/** What two versions of the same units agree on: equal versions, or for each unit the one that was edited. */
function agree(base: readonly Unit[], mine: readonly Unit[], theirs: readonly Unit[]): readonly Unit[] | undefined {
  if (sameUnits(mine, theirs)) return mine
  if (mine.length !== base.length || theirs.length !== base.length) return undefined
  const units = mine.flatMap((unit, index) => {
    const other = theirs[index]
    if (same(unit, other) || same(other, base[index])) return [unit]
    return other && same(unit, base[index]) ? [other] : []
  })
  return units.length === base.length ? units : undefined
}

const isBefore = (l: Edit, r: Edit) => l.from < r.from || (l.from === r.from && l.to <= r.to)

/** Edits of the same units, or insertions at the same place. */
const overlap = (l: Edit, r: Edit) =>
  (l.from < r.to && r.from < l.to) || (l.from === r.from && (l.to === l.from) === (r.to === r.from))

/** Removes all edits that overlap each other from the front, and returns what both versions make of their units. */
function takeOverlapping(left: Edit[], right: Edit[], base: readonly Unit[]) {
  const taken: [Edit[], Edit[]] = [[], []]
  let from = Number.POSITIVE_INFINITY
  let to = -1
  for (;;) {
    const side = [left, right].findIndex(([first], index) => first && (taken[index]?.length === 0 || first.from < to))
    const edit = side < 0 ? undefined : (side === 0 ? left : right).shift()
    if (!edit) break
    taken[side]?.push(edit)
    from = Math.min(from, edit.from)
    to = Math.max(to, edit.to)
  }
  const [mine, theirs] = taken.map(edits => applied(base, edits, from, to)) as [Unit[], Unit[]]
  return { from, to, left: mine, right: theirs }
}

function applied(base: readonly Unit[], edits: readonly Edit[], from: number, to: number): Unit[] {
  const units: Unit[] = []
  let at = from
  for (const edit of edits) {
    units.push(...base.slice(at, edit.from), ...edit.units)
    at = edit.to
  }
  return [...units, ...base.slice(at, to)]
}

const same = (a: Unit | undefined, b: Unit | undefined) => a !== undefined && a.text === b?.text && a.role === b.role
const sameUnits = (a: readonly Unit[], b: readonly Unit[]) =>
  a.length === b.length && a.every((unit, index) => same(unit, b[index]))

/** Above this product of lengths, the changed middle of a text is one edit. */
const MAX_COMPARISONS = 4_000_000

/** The edits that lead from one text to another, by their longest common subsequence. */
function editsOf(base: readonly Unit[], version: readonly Unit[]): Edit[] {
  let start = 0
  while (start < base.length && same(base[start], version[start])) start++
  let end = 0
  while (end < Math.min(base.length, version.length) - start && same(base.at(-1 - end), version.at(-1 - end))) end++
  const a = base.slice(start, base.length - end)
  const b = version.slice(start, version.length - end)
  const edits: Edit[] = []
  let from = 0
  let next = 0
  const push = (to: number, until: number) => {
    if (to > from || until > next) edits.push({ from: from + start, to: to + start, units: b.slice(next, until) })
  }
  for (const [i, j] of matches(a, b)) {
    push(i, j)
    from = i + 1
    next = j + 1
  }
  push(a.length, b.length)
  return edits
}

/** Pairs of equal units, in the order of both texts. */
function matches(a: readonly Unit[], b: readonly Unit[]): [number, number][] {
  const width = b.length + 1
  if (a.length * b.length > MAX_COMPARISONS) return []
  const lengths = new Uint32Array((a.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const found = same(a[i], b[j]) ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
      lengths[i * width + j] = found
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (same(a[i], b[j])) pairs.push([i++, j++])
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++
    else j++
  }
  return pairs
}
