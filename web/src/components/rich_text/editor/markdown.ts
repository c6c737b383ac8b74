/**
 * Pasted Markdown as a document of the editor: headings, lists, quotes, code, rules and inline marks. Text that shows no
 * sign of Markdown stays as it is, one paragraph per line.
 */
import type { Mark, Node, Schema } from 'prosemirror-model'
import { isAddress } from '../xml.ts'

const BULLET = /^(\s*)[-*+]\s+(.*)$/
const NUMBER = /^(\s*)\d{1,9}[.)]\s+(.*)$/
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const FENCE = /^\s*```/
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,})$/

const SIGNS = [
  BULLET,
  NUMBER,
  HEADING,
  FENCE,
  RULE,
  /^>\s/,
  /\*\*\S.*\*\*/,
  /\[[^\]]+\]\((?:https?:|mailto:)[^)\s]+\)/,
  /`[^`]+`/,
]

/** Whether a text looks like Markdown. */
export const isMarkdown = (text: string): boolean => text.split('\n').some(line => SIGNS.some(sign => sign.test(line)))

/** The lines of plain text, one paragraph each. */
export const readPlain = (text: string, schema: Schema): Node[] =>
  text.split('\n').map(line => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]))

/** The blocks of a Markdown text. */
export function readMarkdown(text: string, schema: Schema): Node[] {
  const lines = text.replace(/^\n+|\n+$/g, '').split('\n')
  const blocks: Node[] = []
  for (let at = 0; at < lines.length; ) {
    const [block, next] = readBlock(lines, at, schema)
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

/** The block that begins at a line, and the line after it. */
function readBlock(lines: readonly string[], at: number, schema: Schema): [block: Node | undefined, next: number] {
  const line = lines[at] ?? ''
  if (FENCE.test(line)) return readFence(lines, at, schema)
  if (RULE.test(line) && schema.nodes.rule) return [schema.node('rule'), at + 1]
  if (BULLET.test(line) || NUMBER.test(line)) return readList(lines, at, schema)
  if (/^>\s?/.test(line)) {
    const end = lines.findIndex((one, index) => index > at && !/^>\s?/.test(one))
    const quoted = lines.slice(at, end < 0 ? undefined : end).map(one => one.replace(/^>\s?/, ''))
    return [schema.node('blockquote', null, readMarkdown(quoted.join('\n'), schema)), end < 0 ? lines.length : end]
  }
  const heading = HEADING.exec(line)
  const inline = readInline(heading?.[2] ?? line, schema)
  if (!heading) return [schema.node('paragraph', null, inline), at + 1]
  const level = Math.min(heading[1]?.length ?? 1, 2)
  // The line after a heading is often empty, for readers of the source.
  const next = lines[at + 1] === '' ? at + 2 : at + 1
  if (schema.nodes.heading) return [schema.node('heading', { level }, inline), next]
  const strong = schema.mark('strong')
  return [
    schema.node(
      'paragraph',
      null,
      inline.map(one => one.mark(strong.addToSet(one.marks))),
    ),
    next,
  ]
}

function readFence(lines: readonly string[], at: number, schema: Schema): [Node, number] {
  const end = lines.findIndex((line, index) => index > at && FENCE.test(line))
  const code = lines.slice(at + 1, end < 0 ? undefined : end).join('\n')
  return [schema.node('code_block', null, code === '' ? [] : [schema.text(code)]), end < 0 ? lines.length : end + 1]
}

const itemOf = (line: string) => BULLET.exec(line) ?? NUMBER.exec(line)
const indentOf = (line: string) => (itemOf(line)?.[1] ?? '').replaceAll('\t', '    ').length

/** A list and the lists inside it, by indentation. */
function readList(lines: readonly string[], at: number, schema: Schema): [Node, number] {
  const first = lines[at] ?? ''
  const isBulleted = BULLET.test(first)
  const indent = indentOf(first)
  const items: Node[][] = []
  let next = at
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const item = itemOf(line)
    if (!item || indentOf(line) < indent || (indentOf(line) === indent && BULLET.test(line) !== isBulleted)) break
    const last = items.at(-1)
    if (indentOf(line) > indent && last) {
      const [nested, end] = readList(lines, next, schema)
      last.push(nested)
      next = end
    } else {
      items.push([schema.node('paragraph', null, readInline(item[2] ?? '', schema))])
      next++
    }
  }
  const name = isBulleted ? 'bulleted_list' : 'numbered_list'
  return [
    schema.node(
      name,
      null,
      items.map(content => schema.node('list_item', null, content)),
    ),
    next,
  ]
}

const INLINE =
  /\*\*(?<strong>\S(?:.*?\S)?)\*\*|~~(?<s>\S(?:.*?\S)?)~~|`(?<code>[^`]+)`|(?<![*\w])[*_](?<em>[^\s*_](?:[^*_]*[^\s*_])?)[*_](?![*\w])|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)|(?<bare>https?:\/\/[^\s<>]*[^\s<>.,;:!?)\]'"])/

function readInline(text: string, schema: Schema, marks: readonly Mark[] = []): Node[] {
  const match = INLINE.exec(text)
  if (!match?.groups) return text === '' ? [] : [schema.text(text, marks)]
  const { strong, s, code, em, label, href = match.groups.bare } = match.groups
  const before = text.slice(0, match.index)
  const after = text.slice(match.index + match[0].length)
  const name = strong ? 'strong' : s ? 's' : code ? 'code' : 'em'
  const inner = strong ?? s ?? code ?? em ?? label ?? match[0]
  const isLink = href !== undefined && isAddress(href)
  const mark = isLink ? schema.mark('link', { href, stored: [['href', href]] }) : schema.mark(name)
  const shown = href !== undefined && !isLink ? match[0] : inner
  const within = href !== undefined && !isLink ? marks : mark.addToSet(marks)
  const isFinal = code !== undefined || href !== undefined
  return [
    ...(before === '' ? [] : [schema.text(before, marks)]),
    ...(isFinal ? [schema.text(shown, within)] : readInline(shown, schema, within)),
    ...readInline(after, schema, marks),
  ]
}
