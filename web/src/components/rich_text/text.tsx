/**
 * Rich text for reading. It becomes React elements, never HTML, with the same structure as in the editor, so that
 * nothing moves when the editor replaces it.
 */
import './rich_text.css'
import { Children, type ReactNode, useMemo } from 'react'
import { isBlock, labelOf, splitLines } from './blocks.ts'
import {
  ACCESSIBLE,
  GID,
  isMention,
  KIND,
  PRIVATE,
  parseInBrowser,
  readBody,
  shownAddress,
  type WireElement,
  type WireNode,
} from './xml.ts'

interface RichTextProps {
  /** Rich text of the wire, in the form for a reader. */
  value: string
}

/** Rich text with links and mentions. */
export function RichText({ value }: RichTextProps) {
  return (
    <div className="rich-text">
      <RichTextBlocks value={value} />
    </div>
  )
}

/** The lines and blocks of a text, without an element around them. */
export function RichTextBlocks({ value }: RichTextProps) {
  return useMemo(() => renderLines(readBody(value, parseInBrowser).children), [value])
}

/** Elements that never change their order, so their keys are their positions. */
const listOf = <T,>(items: readonly T[], render: (item: T) => ReactNode) => Children.toArray(items.map(render))

function renderLines(children: readonly WireNode[]): ReactNode {
  const parts = splitLines(children)
  if (parts.length === 0) return <Line nodes={[]} />
  return listOf(parts, part => (part.block ? <Block element={part.block} /> : <Line nodes={part.line} />))
}

function Line({ nodes }: { nodes: readonly WireNode[] }) {
  return <p>{nodes.length === 0 ? <br /> : renderInline(nodes)}</p>
}

/** The content of a list item or a cell: text between blocks is one paragraph. An item begins with one. */
function renderTight(children: readonly WireNode[], startsWithText: boolean): ReactNode {
  const groups: (WireElement | WireNode[])[] = []
  for (const child of children) {
    const last = groups.at(-1)
    if (typeof child !== 'string' && isBlock(child)) groups.push(child)
    else if (Array.isArray(last)) last.push(child)
    else groups.push([child])
  }
  if (groups.length === 0 || (startsWithText && !Array.isArray(groups[0]))) groups.unshift([])
  return listOf(groups, group => (Array.isArray(group) ? <Line nodes={group} /> : <Block element={group} />))
}

const elementsOf = (children: readonly WireNode[]) => children.filter(child => typeof child !== 'string')

function Block({ element }: { element: WireElement }) {
  const { name: Tag, attributes, children } = element
  if (Tag === 'ul' || Tag === 'ol') {
    const items = elementsOf(children)
    return (
      <Tag>
        {listOf(items, item => (
          <li>{renderTight(item.children, true)}</li>
        ))}
      </Tag>
    )
  }
  if (Tag === 'h1' || Tag === 'h2') return <Heading level={Tag === 'h1' ? 1 : 2}>{renderInline(children)}</Heading>
  if (Tag === 'pre') return <pre>{renderInline(children)}</pre>
  if (Tag === 'blockquote') return <blockquote>{renderLines(children)}</blockquote>
  if (Tag === 'hr') return <hr />
  if (Tag === 'img') return <img src={attributes.src} alt={attributes.alt ?? ''} data-gid={attributes[GID]} />
  if (Tag === 'table') return <Table rows={elementsOf(children)} />
  if (Tag === 'object') return <div className="rich-text-opaque">{labelOf(element)}</div>
  return <>{renderTight(children, false)}</>
}

/** A heading of a text is one level below that of the wire: the screen has one `h1`. */
function Heading({ level, children }: { level: 1 | 2; children: ReactNode }) {
  const Tag = level === 1 ? 'h2' : 'h3'
  return <Tag>{children}</Tag>
}

function Table({ rows }: { rows: readonly WireElement[] }) {
  return (
    <table>
      <tbody>
        {listOf(rows, row => (
          <tr>
            {listOf(elementsOf(row.children), cell => (
              <td colSpan={spanOf(cell, 'colspan')} rowSpan={spanOf(cell, 'rowspan')}>
                {renderTight(cell.children, false)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const spanOf = ({ attributes }: WireElement, name: string) => Number(attributes[name] ?? 1) || 1

function renderInline(nodes: readonly WireNode[]): ReactNode {
  return listOf(nodes, node => (typeof node === 'string' ? <Text text={node} /> : <Inline element={node} />))
}

/** Text whose line feeds are line breaks. */
function Text({ text }: { text: string }) {
  const [first, ...rest] = text.split('\n')
  return (
    <>
      {first}
      {listOf(rest, line => (
        <>
          <br />
          {line}
        </>
      ))}
    </>
  )
}

function Inline({ element }: { element: WireElement }) {
  const { name: Tag, attributes, children } = element
  if (Tag === 'a') return isMention(element) ? <Mention element={element} /> : <Link element={element} />
  if (Tag === 'strong' || Tag === 'em' || Tag === 'u' || Tag === 's' || Tag === 'code') {
    return <Tag>{renderInline(children)}</Tag>
  }
  return attributes.alt ?? renderInline(children)
}

function Mention({ element: { attributes, children } }: { element: WireElement }) {
  const text = children.map(child => (typeof child === 'string' ? child : '')).join('') || PRIVATE
  const isPrivate = attributes[ACCESSIBLE] === 'false'
  return (
    <a
      className={isPrivate ? 'rich-text-mention private' : 'rich-text-mention'}
      href={shownAddress(attributes.href)}
      rel="noopener noreferrer"
      data-gid={attributes[GID]}
      data-kind={attributes[KIND]}
    >
      {text}
    </a>
  )
}

function Link({ element: { attributes, children } }: { element: WireElement }) {
  const href = shownAddress(attributes.href)
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children.length > 0 ? renderInline(children) : href}
    </a>
  )
}
