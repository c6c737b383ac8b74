/** Markdown that is converted while typing. Backspace right after a conversion restores the typed characters. */
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType, NodeType, Schema } from 'prosemirror-model'
import { type Plugin, TextSelection } from 'prosemirror-state'
import { isAddress } from '../xml.ts'

/** Text between two delimiters, at the start or after a space or an opening bracket. */
const MARKS: readonly (readonly [mark: string, pattern: RegExp])[] = [
  ['strong', /(?<=^|[\s(])(\*\*|__)([^\s*_](?:[^*_]*[^\s*_])?)\1$/],
  ['em', /(?<=^|[\s(])(\*|_)([^\s*_](?:[^*_]*[^\s*_])?)\1$/],
  ['s', /(?<=^|[\s(])(~~)([^\s~](?:[^~]*[^\s~])?)\1$/],
  ['code', /(?<=^|[\s(])(`)([^`]+)\1$/],
]

function markRule(type: MarkType, pattern: RegExp): InputRule {
  return new InputRule(
    pattern,
    (state, match, start, end) => {
      const [, delimiter = '', content = ''] = match
      const from = start + delimiter.length
      const { tr } = state
      // The last character of the closing delimiter is not in the document yet.
      tr.delete(from + content.length, end).delete(start, from)
      return tr.addMark(start, start + content.length, type.create()).removeStoredMark(type)
    },
    { inCodeMark: false },
  )
}

/** An address becomes a link when a space follows it. */
const address = new InputRule(
  /(?<=^|[\s(])((?:https?:\/\/|mailto:)[^\s]*[^\s.,;:!?)\]'"])([.,;:!?)\]'"]*) $/,
  (state, match, start, end) => {
    const [, href = '', rest = ''] = match
    const { link } = state.schema.marks
    if (!link || !isAddress(href)) return null
    const mark = link.create({ href, stored: [['href', href]] })
    return state.tr
      .insertText(' ', end)
      .addMark(start, end - rest.length, mark)
      .removeStoredMark(link)
  },
  { inCodeMark: false },
)

/** A rule and a line after it. */
const rule = new InputRule(/^---$/, ({ tr, doc, schema }, _match, start) => {
  const $start = doc.resolve(start)
  if (!schema.nodes.rule || $start.depth !== 1) return null
  tr.replaceWith($start.before(), $start.after(), [schema.node('rule'), schema.node('paragraph')])
  return tr.setSelection(TextSelection.near(tr.doc.resolve($start.before() + 1)))
})

export function typingPlugin({ nodes, marks }: Schema): Plugin {
  const { heading, bulleted_list, numbered_list, blockquote, code_block } = nodes as Record<
    string,
    NodeType | undefined
  >
  const rules = MARKS.flatMap(([name, pattern]) => (marks[name] ? [markRule(marks[name], pattern)] : []))
  rules.push(address, rule)
  if (bulleted_list) rules.push(wrappingInputRule(/^\s*[-*+]\s$/, bulleted_list))
  if (numbered_list) rules.push(wrappingInputRule(/^\s*1[.)]\s$/, numbered_list))
  if (blockquote) rules.push(wrappingInputRule(/^\s*>\s$/, blockquote))
  if (code_block) rules.push(textblockTypeInputRule(/^```$/, code_block))
  if (heading) rules.push(textblockTypeInputRule(/^(#{1,2})\s$/, heading, match => ({ level: match[1]?.length })))
  return inputRules({ rules })
}
