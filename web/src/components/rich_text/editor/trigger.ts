/**
 * The characters that open a list at the caret: `@` for mentions; at the start of a line `/` for blocks and `[ ]` for a
 * subtask.
 */
import { type EditorState, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { GID } from '../xml.ts'

/** An object that a text can mention. */
export interface MentionCandidate {
  readonly gid: string
  /** The name, without `@`. */
  readonly name: string
  readonly type: 'user' | 'task' | 'project' | 'tag' | (string & {})
  /** Its address, if it is known. */
  readonly href?: string
  /** What distinguishes objects of the same name, such as the project of a task. */
  readonly hint?: string
}

export interface Trigger {
  readonly kind: '@' | '/' | '['
  readonly query: string
  /** The positions of the first character and of the caret. */
  readonly from: number
  readonly to: number
}

/** Names have at most a few words; a longer text after `@` is none. */
const MENTION = /(?:^|[\s(])@((?:[\p{L}\p{N}#][\p{L}\p{N}\p{M}._'’-]*)?(?: [\p{L}\p{N}][\p{L}\p{N}\p{M}._'’-]*){0,3})$/u
const SUBTASK = /^\[ ?\] ?(\S[^\uFFFC]*)$/
const BLOCK = /^\/([a-z0-9 ]{0,20})$/i

const PATTERNS = [
  ['/', BLOCK],
  ['[', SUBTASK],
  ['@', MENTION],
] as const

/** The trigger before the caret; undefined if there is none. */
export function findTrigger({ selection }: EditorState): Trigger | undefined {
  if (!(selection instanceof TextSelection) || !selection.$cursor) return undefined
  const { $cursor } = selection
  if ($cursor.parent.type.spec.code || $cursor.marks().some(({ type }) => type.spec.code)) return undefined
  // An atom counts as one character, so that offsets in the text are positions.
  const text = $cursor.parent.textBetween(0, $cursor.parentOffset, undefined, '\uFFFC')
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(text)
    const query = match?.[1] ?? ''
    // A mention may stand after other text; the others begin their line.
    const length = kind === '@' ? query.length + 1 : text.length
    if (match) return { kind, query, from: $cursor.pos - length, to: $cursor.pos }
  }
  return undefined
}

/** Replaces a trigger by a mention and a space. */
export function insertMention(
  view: EditorView,
  { from, to }: Trigger,
  { gid, name, type, href }: MentionCandidate,
): void {
  const { state } = view
  const text = type === 'user' && !name.startsWith('@') ? `@${name}` : name
  const node = state.schema.node('mention', { stored: [[GID, gid]], name: text, href: href ?? '', kind: type })
  const marks = state.doc.resolve(from).marks()
  const tr = state.tr.replaceWith(from, to, [node.mark(marks), state.schema.text(' ', marks)])
  view.dispatch(tr.scrollIntoView())
  view.focus()
}
