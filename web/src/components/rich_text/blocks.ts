/**
 * The lines and blocks of a body. The wire has no paragraphs: a line of text is one. A line feed next to a block ends
 * that block or the line before it, and is no line of its own. `splitLines` and `joinLines` are inverse to each other.
 */
import type { WireElement, WireNode } from './xml.ts'

/** A line of text, or a block. `lead` is the separator before it, '' or a line feed. */
export type Part = { lead: string } & ({ line: readonly WireNode[]; block?: undefined } | { block: WireElement })

const LABEL_CHARACTERS = 200

const MARKS = new Set(['strong', 'em', 'u', 's', 'code', 'a'])

/** Whether an element stands on lines of its own: also a mark that contains a block, and unknown elements. */
export const isBlock = ({ name, children }: WireElement): boolean =>
  !MARKS.has(name) || children.some(child => typeof child !== 'string' && isBlock(child))

/** Whether an element contains a block. */
export const hasBlock = ({ children }: WireElement): boolean =>
  children.some(child => typeof child !== 'string' && isBlock(child))

/** What an opaque block shows: its text, otherwise the type of the object. */
export function labelOf(element: WireElement): string {
  const text = (one: WireNode): string => (typeof one === 'string' ? one : one.children.map(text).join(' '))
  return text(element).trim().slice(0, LABEL_CHARACTERS) || element.attributes.type || 'Embedded content'
}

/** The lines and blocks of a body or a quote. */
export function splitLines(children: readonly WireNode[]): Part[] {
  const parts: Part[] = []
  let run: WireNode[] = []
  /** Ends the text before a block or the end, and returns the separator that follows it. */
  const flush = (beforeBlock: boolean): string => {
    const lines = run.length === 0 ? [] : linesOf(run)
    run = []
    let lead = ''
    if (parts.length > 0 && lines[0]?.length === 0) {
      lines.shift()
      lead = '\n'
    }
    const endsLine = beforeBlock && lines.at(-1)?.length === 0
    if (endsLine) lines.pop()
    for (const [index, line] of lines.entries()) parts.push({ lead: index === 0 ? lead : '\n', line })
    return endsLine || lines.length === 0 ? (endsLine ? '\n' : lead) : ''
  }
  for (const child of children) {
    if (typeof child !== 'string' && isBlock(child)) parts.push({ lead: flush(true), block: child })
    else run.push(child)
  }
  flush(false)
  return parts
}

function linesOf(run: readonly WireNode[]): WireNode[][] {
  const lines: WireNode[][] = [[]]
  for (const node of run) {
    const [first, ...rest] = typeof node === 'string' ? node.split('\n') : [node]
    if (first !== undefined && first !== '') lines.at(-1)?.push(first)
    for (const text of rest) lines.push(text === '' ? [] : [text])
  }
  return lines
}

/** A line or a block as text. Without `lead`, it stands on a line of its own. */
export interface WrittenPart {
  readonly text: string
  readonly isLine: boolean
  readonly lead: string | null
}

export function joinLines(parts: readonly WrittenPart[]): string {
  let joined = ''
  let before: WrittenPart | undefined
  for (const part of parts) {
    joined += (before ? separator(before, part) : '') + part.text
    before = part
  }
  return joined
}

function separator(before: WrittenPart, after: WrittenPart): string {
  if (before.isLine && after.isLine) return '\n'
  const isEmptyLine = (part: WrittenPart) => part.isLine && part.text === ''
  if (isEmptyLine(before) || isEmptyLine(after)) return '\n'
  return after.lead ?? (before.isLine || after.isLine ? '\n' : '')
}
