/** Values in the name of a new task: `@ben`, `#Launch`, `~tag`, "tomorrow", as functions of the text. */

import type { FoundDate } from '../../components/date_picker/words.ts'
import { plain } from '../../components/picker/match.ts'
import type { Gid } from '../../data/records.ts'

export type Kind = 'assignee' | 'project' | 'tag'

/** A part of the text that stands for a value. */
export type Part = { readonly start: number; readonly end: number } & (
  | { readonly kind: Kind; readonly gid: Gid }
  | { readonly kind: 'date'; readonly date: FoundDate['date'] }
)

export interface Named {
  readonly gid: Gid
  readonly name: string
}

interface Vocabulary {
  /** The objects that a name can mean. */
  named(kind: Kind): readonly Named[]
  /** The first date in a text; absent until its parser is loaded. */
  findDate?(text: string): FoundDate | null
  /** Texts that stay text, because the person wanted them back. */
  readonly refused: ReadonlySet<string>
}

const KINDS: Readonly<Record<string, Kind>> = { '@': 'assignee', '#': 'project', '~': 'tag' }
const MARK = /(?<=^|\s)[@#~](?=[^\s@#~])/g
const MAX_WORDS = 6
/** What the parser of dates reads as a moment, but people write for other reasons. */
const NO_DATE = /^now$/i

/** The object that a typed name means: its whole name, else the beginning of it or, for one word, of a word in it. */
function meant(objects: readonly Named[], typed: string): Gid | null {
  const text = plain(typed)
  const names = objects.map(({ gid, name }) => ({ gid, name: plain(name) }))
  const found =
    names.find(({ name }) => name === text) ??
    names.find(({ name }) => name.startsWith(text)) ??
    (text.includes(' ') ? undefined : names.find(({ name }) => name.split(/\s+/).some(word => word.startsWith(text))))
  return found?.gid ?? null
}

/** The longest name behind a mark. */
function partAt(text: string, start: number, { named, refused }: Vocabulary): Part | null {
  const kind = KINDS[text[start] ?? '']
  if (!kind) return null
  const ends = [...text.slice(start + 1).matchAll(/\S+/g)].slice(0, MAX_WORDS).map(word => word.index + word[0].length)
  for (const length of ends.toReversed()) {
    const typed = text.slice(start + 1, start + 1 + length).replace(/\s+/g, ' ')
    const gid = refused.has(text.slice(start, start + 1 + length)) ? null : meant(named(kind), typed)
    if (gid) return { kind, gid, start, end: start + 1 + length }
  }
  return null
}

/** The parts of a text that stand for values, in their order; at most one date. */
export function partsOf(text: string, vocabulary: Vocabulary): readonly Part[] {
  const parts: Part[] = []
  for (const { index } of text.matchAll(MARK)) {
    const part = index >= (parts.at(-1)?.end ?? 0) ? partAt(text, index, vocabulary) : null
    if (part) parts.push(part)
  }
  // A name is no date: "@April" is a person.
  const rest = parts.reduce(
    (all, { start, end }) => all.slice(0, start) + '\u0000'.repeat(end - start) + all.slice(end),
    text,
  )
  const found = vocabulary.findDate?.(rest)
  const words = found ? text.slice(found.start, found.end) : ''
  if (found && !NO_DATE.test(words) && !vocabulary.refused.has(words)) {
    parts.push({ kind: 'date', date: found.date, start: found.start, end: found.end })
  }
  return parts.toSorted((a, b) => a.start - b.start)
}

/** Whether more typing can no longer change what a part means: a name ends with a space, a date with another word. */
export const isSettled = (text: string, { kind, end }: Part): boolean =>
  kind === 'date' ? text.slice(end).trim() !== '' : /\s/.test(text[end] ?? '')

/** The text without a part, and the place at which it stood. */
export function without(text: string, { start, end }: Part): { readonly text: string; readonly at: number } {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  const head = before && (after || end < text.length) ? `${before} ` : before
  return { text: head + after, at: head.length }
}
