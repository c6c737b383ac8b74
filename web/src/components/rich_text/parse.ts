/**
 * Rich text of the wire as a document of the editor. What the schema cannot represent becomes an opaque block, which
 * contains its bytes. A block whose bytes the serializer would not reproduce keeps them in `wire`.
 */
import type { Mark, Node, NodeType, Schema } from 'prosemirror-model'
import { TableMap } from 'prosemirror-tables'
import { hasBlock, isBlock, labelOf, splitLines } from './blocks.ts'
import { knownOpaque } from './schema.ts'
import { writeBlock } from './serialize.ts'
import {
  ACCESSIBLE,
  isMention,
  KIND,
  type ParseXml,
  PRIVATE,
  readBody,
  storedAttributes,
  type WireElement,
  type WireNode,
  writeNode,
} from './xml.ts'

/** Cells that span more make a table opaque: the editor would lay out each of their columns. */
const MAX_SPAN = 50

/** Parses a text in the form for a reader, or in the canonical form. */
export function parseRichText(value: string, schema: Schema, parseXml: ParseXml): Node {
  return node(schema, 'doc', readLines(schema, readBody(value, parseXml).children, true))
}

const typeOf = (schema: Schema, name: string): NodeType | undefined => schema.nodes[name]

const node = (schema: Schema, name: string, content: readonly Node[] = [], attributes: object = {}): Node =>
  schema.node(name, { ...attributes }, content)

/** Lines and blocks; those of the body keep their bytes. */
function readLines(schema: Schema, children: readonly WireNode[], isTop: boolean): Node[] {
  const read = splitLines(children).map(({ lead, ...part }) => {
    const block = part.block
      ? readBlock(schema, part.block)
      : node(schema, 'paragraph', readInline(schema, 'line' in part ? part.line : []))
    const kept = isTop ? keep(block, part.block ? [part.block] : 'line' in part ? part.line : []) : block
    return kept.type.create({ ...kept.attrs, lead }, kept.content)
  })
  return read.length > 0 ? read : [node(schema, 'paragraph')]
}

/** A block with the bytes of the wire, if the serializer writes others. */
function keep(block: Node, source: readonly WireNode[]): Node {
  const stored = source.map(writeNode).join('')
  const written = writeBlock(block)
  return stored === written ? block : block.type.create({ ...block.attrs, wire: { stored, written } }, block.content)
}

/** The content of a list item or a cell: one paragraph for all text between blocks. */
function readTight(schema: Schema, children: readonly WireNode[], startsWithText: boolean): Node[] {
  const read: Node[] = []
  let run: WireNode[] = []
  const flush = () => {
    const isRequired = read.length === 0 && startsWithText
    if (run.length > 0 || isRequired) read.push(node(schema, 'paragraph', readInline(schema, run)))
    run = []
  }
  for (const child of children) {
    if (typeof child === 'string' || !isBlock(child)) run.push(child)
    else {
      flush()
      read.push(readBlock(schema, child))
    }
  }
  flush()
  return read.length > 0 ? read : [node(schema, 'paragraph')]
}

/** Readers of the elements that the schema can represent; undefined if it cannot represent this one. */
const READERS: Record<string, (schema: Schema, element: WireElement) => Node | undefined> = {
  ul: (schema, element) => readList(schema, 'bulleted_list', element),
  ol: (schema, element) => readList(schema, 'numbered_list', element),
  blockquote: (schema, { children }) => node(schema, 'blockquote', readLines(schema, children, false)),
  pre: (schema, element) =>
    hasBlock(element) ? undefined : node(schema, 'code_block', readInline(schema, element.children, true)),
  h1: (schema, element) => readHeading(schema, element, 1),
  h2: (schema, element) => readHeading(schema, element, 2),
  hr: schema => typeOf(schema, 'rule')?.create(),
  img: (schema, element) => {
    const { src = '', alt = '' } = element.attributes
    return typeOf(schema, 'image')?.create({ stored: storedAttributes(element), src, alt })
  },
  table: readTable,
}

function readBlock(schema: Schema, element: WireElement): Node {
  return READERS[element.name]?.(schema, element) ?? readOpaque(schema, element)
}

function readOpaque(schema: Schema, element: WireElement): Node {
  const xml = writeNode(element)
  knownOpaque.add(xml)
  return node(schema, 'opaque', [], { xml, label: labelOf(element) })
}

const elementsOf = (children: readonly WireNode[]) => children.filter(child => typeof child !== 'string')

function readList(schema: Schema, name: string, { children }: WireElement): Node | undefined {
  const items = elementsOf(children)
  if (items.length === 0 || items.some(item => item.name !== 'li')) return undefined
  return node(
    schema,
    name,
    items.map(item => node(schema, 'list_item', readTight(schema, item.children, true))),
  )
}

function readHeading(schema: Schema, element: WireElement, level: number): Node | undefined {
  if (!typeOf(schema, 'heading') || hasBlock(element)) return undefined
  return node(schema, 'heading', readInline(schema, element.children), { level })
}

function readTable(schema: Schema, { children }: WireElement): Node | undefined {
  const rows = elementsOf(children).map(row => elementsOf(row.children))
  const spans = rows.flat().flatMap(({ attributes }) => [attributes.colspan, attributes.rowspan])
  const isPlain = spans.every(span => span === undefined || (Number(span) >= 1 && Number(span) <= MAX_SPAN))
  if (!typeOf(schema, 'table') || rows.length === 0 || rows.some(row => row.length === 0) || !isPlain) return undefined
  const read = node(
    schema,
    'table',
    rows.map(cells =>
      node(
        schema,
        'table_row',
        cells.map(cell => readCell(schema, cell)),
      ),
    ),
  )
  return TableMap.get(read).problems ? undefined : read
}

function readCell(schema: Schema, cell: WireElement): Node {
  const { colspan = 1, rowspan = 1 } = cell.attributes
  const stored = storedAttributes(cell).filter(([name]) => name !== 'colspan' && name !== 'rowspan')
  return node(schema, 'table_cell', readTight(schema, cell.children, false), {
    colspan: Number(colspan),
    rowspan: Number(rowspan),
    stored,
  })
}

/** Text, marks and mentions. A line feed is a line break, except in code blocks, where it is text. */
function readInline(schema: Schema, children: readonly WireNode[], isCode = false): Node[] {
  const read: Node[] = []
  const visit = (one: WireNode, marks: readonly Mark[]): void => {
    if (typeof one === 'string') readText(schema, one, marks, isCode, read)
    else if (isMention(one)) read.push(readMention(schema, one, marks))
    else {
      const within = markOf(schema, one).addToSet(marks)
      // A link without text shows its address.
      const inner = one.name === 'a' && isEmpty(one) ? [one.attributes.href ?? PRIVATE] : one.children
      for (const child of inner) visit(child, within)
    }
  }
  for (const child of children) visit(child, [])
  return read
}

const isEmpty = ({ children }: WireElement): boolean =>
  children.every(child => typeof child !== 'string' && !isMention(child) && isEmpty(child))

function readText(schema: Schema, text: string, marks: readonly Mark[], isCode: boolean, into: Node[]): void {
  for (const [index, line] of (isCode ? [text] : text.split('\n')).entries()) {
    if (index > 0) into.push(schema.node('line_break', null, [], marks))
    if (line !== '') into.push(schema.text(line, marks))
  }
}

function markOf(schema: Schema, element: WireElement): Mark {
  if (element.name !== 'a') return schema.mark(element.name)
  return schema.mark('link', { href: element.attributes.href ?? '', stored: storedAttributes(element) })
}

function readMention(schema: Schema, element: WireElement, marks: readonly Mark[]): Node {
  const { [KIND]: kind = '', href = '' } = element.attributes
  const text = element.children.map(child => (typeof child === 'string' ? child : '')).join('')
  const isPrivate = element.attributes[ACCESSIBLE] === 'false'
  return schema.node(
    'mention',
    { stored: storedAttributes(element), name: text || PRIVATE, href, kind, isPrivate },
    [],
    marks,
  )
}
