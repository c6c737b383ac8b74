/**
 * Documents of the editor as the canonical form of the wire. Serialized blocks are cached: a change of a long text costs
 * as much as its block.
 */
import type { Attrs, Mark, Node } from 'prosemirror-model'
import { joinLines, type WrittenPart } from './blocks.ts'
import type { BlockWire } from './schema.ts'
import { ACCESSIBLE, type Attributes, escapeText, isAddress, KIND, writeTag } from './xml.ts'

/** The canonical form of a document. */
export function serializeRichText(doc: Node): string {
  return writeTag('body', [], joinLines(doc.children.map(written)))
}

function written(block: Node): WrittenPart {
  const text = writeBlock(block)
  const wire: BlockWire | null = block.attrs.wire
  return {
    text: wire?.written === text ? wire.stored : text,
    isLine: block.type.name === 'paragraph',
    lead: block.attrs.lead,
  }
}

const WRITERS: Record<string, (block: Node) => string> = {
  paragraph: block => writeInline(block),
  heading: block => writeTag(`h${block.attrs.level}`, [], writeInline(block)),
  code_block: block => writeTag('pre', [], writeInline(block)),
  blockquote: block => writeTag('blockquote', [], joinLines(block.children.map(written))),
  bulleted_list: block => writeTag('ul', [], block.children.map(writeBlock).join('')),
  numbered_list: block => writeTag('ol', [], block.children.map(writeBlock).join('')),
  list_item: block => writeTag('li', [], writeTight(block)),
  rule: () => writeTag('hr', [], ''),
  image: block => writeTag('img', block.attrs.stored, ''),
  table: block => writeTag('table', [], block.children.map(writeBlock).join('')),
  table_row: block => writeTag('tr', [], block.children.map(writeBlock).join('')),
  table_cell: block => writeTag('td', cellAttributes(block), writeTight(block)),
  opaque: block => block.attrs.xml,
}

const cache = new WeakMap<Node, string>()

/** A block without its separators. */
export function writeBlock(block: Node): string {
  const cached = cache.get(block)
  if (cached !== undefined) return cached
  const text = WRITERS[block.type.name]?.(block) ?? ''
  cache.set(block, text)
  return text
}

/** The content of a list item or a cell: line feeds only between paragraphs. */
function writeTight(container: Node): string {
  let text = ''
  let before: Node | undefined
  for (const child of container.children) {
    const areLines = before?.type.name === 'paragraph' && child.type.name === 'paragraph'
    text += (areLines ? '\n' : '') + writeBlock(child)
    before = child
  }
  return text
}

function cellAttributes({ attrs: { colspan, rowspan, stored } }: Node): Attributes {
  const spans = Object.entries({ colspan, rowspan }).filter(([, count]) => count !== 1)
  return [...stored, ...spans.map(([name, count]) => [name, String(count)] as const)].sort()
}

const tagOf = ({ type }: Mark) => (type.name === 'link' ? 'a' : type.name)

const openTag = (mark: Mark) => {
  const attributes: Attributes = mark.type.name === 'link' ? mark.attrs.stored : []
  return writeTag(tagOf(mark), attributes, '').slice(0, -`</${tagOf(mark)}>`.length)
}

/** Whether a mark is written. A link leads to an object, or to an address that the server accepts; no link is in another. */
function isWritten({ type, attrs }: Mark, leaf: Node): boolean {
  if (type.name !== 'link') return true
  if (leaf.type.name === 'mention') return false
  return attrs.stored.some(([name, value]: [string, string]) => name !== 'href' || isAddress(value))
}

function writeInline(block: Node): string {
  let text = ''
  let open: readonly Mark[] = []
  const closeTo = (depth: number) => {
    for (const mark of open.slice(depth).reverse()) text += `</${tagOf(mark)}>`
  }
  for (const child of block.children) {
    const marks = child.marks.filter(mark => isWritten(mark, child))
    const differs = marks.findIndex((mark, index) => !open[index]?.eq(mark))
    const shared = differs < 0 ? marks.length : differs
    closeTo(shared)
    text += marks.slice(shared).map(openTag).join('') + writeLeaf(child)
    open = marks
  }
  closeTo(0)
  return text
}

function writeLeaf(leaf: Node): string {
  if (leaf.isText) return escapeText(leaf.text ?? '')
  return leaf.type.name === 'line_break' ? '\n' : writeTag('a', leaf.attrs.stored, '')
}

/** Mentions and images in the canonical form, of which readers receive more. */
const DERIVED = /<(a|img)((?: data-asana-[a-z]+="[^"]*")+)(?:><\/a>|\/>)/g

/** The form for a reader, with what the document knows of the objects that it mentions. */
export function serializeForReader(doc: Node): string {
  const known = new Map<string, string>()
  doc.descendants(({ type, attrs }) => {
    if (type.name !== 'mention' && type.name !== 'image') return
    known.set(writeTag(type.name === 'image' ? 'img' : 'a', attrs.stored, ''), readerForm(type.name, attrs))
  })
  return serializeRichText(doc).replace(DERIVED, found => known.get(found) ?? found)
}

function readerForm(type: string, { stored, name, href, kind, isPrivate, src, alt }: Attrs): string {
  const given = (pairs: Attributes) => pairs.filter(([, value]) => value !== '')
  if (type === 'image') return writeTag('img', [...stored, ...given([['src', src]]), ['alt', alt]], '')
  const target = given([
    ['href', href],
    [ACCESSIBLE, String(!isPrivate)],
    [KIND, kind],
  ])
  return writeTag('a', [...target, ...stored], escapeText(name))
}
