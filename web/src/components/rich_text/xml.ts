/**
 * The XML of rich text as a plain tree, and its canonical form: the bytes that the server stores
 * (`src/lib/rich_text.ts`). Attributes that the server derives for each reader are not part of it.
 */

export interface WireElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly WireNode[]
}

/** An element, or text. Two texts never follow each other. */
export type WireNode = WireElement | string

/** Parses a document; undefined if it is malformed. */
export type ParseXml = (xml: string) => WireElement | undefined

export type Attributes = readonly (readonly [name: string, value: string])[]

export const GID = 'data-asana-gid'
export const DYNAMIC = 'data-asana-dynamic'
export const ACCESSIBLE = 'data-asana-accessible'
export const KIND = 'data-asana-type'

/** The name of a link target that the reader cannot see. */
export const PRIVATE = 'Private Link'

const SELF_CLOSING = new Set(['hr', 'img', 'object'])

const names = (list: string) => new Set(list.split(' '))

/** Attributes that only readers receive. */
const DROPPED = new Map([
  ['a', names('data-asana-type')],
  [
    'img',
    names(
      'src alt style width height data-asana-type data-asana-deleted data-src-width data-src-height data-thumbnail-url data-thumbnail-width data-thumbnail-height',
    ),
  ],
  ['object', names('data style')],
])

/** Addresses that a link can have; a list of harmless schemes, like that of the server. */
export const isAddress = (value: string): boolean => /^(?:https?:\/\/|mailto:)[^\t\n\r]+$/i.test(value)

/** The address that a link of a page leads to: one that a text can contain, or one of this server. */
export const shownAddress = (href: string | undefined): string | undefined =>
  href && (isAddress(href) || /^\/(?![/\\])/.test(href)) ? href : undefined

/** Whether the text of a link is the name of its target. */
export const isMention = ({ name, attributes }: WireElement): boolean =>
  name === 'a' && attributes[GID] !== undefined && attributes[DYNAMIC] !== 'false'

/** The stored attributes of an element, in their order. */
export function storedAttributes({ name: tag, attributes }: WireElement): Attributes {
  const stored = Object.entries(attributes)
    .filter(([name]) => !DROPPED.get(tag)?.has(name))
    .sort()
  if (tag !== 'a' && tag !== 'img') return stored
  if (attributes[GID] === undefined) return stored.filter(([name]) => name === 'href')
  return stored.filter(([name, value]) => name !== 'href' && name !== ACCESSIBLE && value !== 'true')
}

/** The canonical form of a node. */
export function writeNode(node: WireNode): string {
  if (typeof node === 'string') return escapeText(node)
  return writeTag(node.name, storedAttributes(node), isMention(node) ? '' : node.children.map(writeNode).join(''))
}

export function writeTag(tag: string, attributes: Attributes, content: string): string {
  const open = `<${tag}${attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')}`
  return content === '' && SELF_CLOSING.has(tag) ? `${open}/>` : `${open}>${content}</${tag}>`
}

/** Characters that XML cannot contain, such as a lone surrogate. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
const ATTRIBUTE_ENTITIES: Record<string, string> = { '"': '&quot;', '\n': '&#10;', '\t': '&#9;' }

export const escapeText = (text: string): string =>
  text.replace(NOT_XML, '\uFFFD').replace(/[&<>\r]/g, found => ENTITIES[found] ?? found)

const escapeAttribute = (text: string) =>
  escapeText(text).replace(/["\n\t]/g, found => ATTRIBUTE_ENTITIES[found] ?? found)

/** The canonical form of a text as a reader receives it; a malformed text is shown, not interpreted. */
export function canonical(value: string, parseXml: ParseXml): string {
  return writeNode(readBody(value, parseXml))
}

/** The body of a text. A text that is not well-formed becomes plain text. */
export function readBody(value: string, parseXml: ParseXml): WireElement {
  const body = value === '' ? undefined : parseXml(value)
  if (body?.name === 'body') return body
  return { name: 'body', attributes: {}, children: value === '' ? [] : [value] }
}

/** The parser of the browser. It loads nothing and runs nothing. */
export const parseInBrowser: ParseXml = xml => {
  const parsed = new DOMParser().parseFromString(xml, 'text/xml')
  return parsed.querySelector('parsererror') ? undefined : readDom(parsed.documentElement)
}

function readDom(element: Element): WireElement {
  const children: WireNode[] = []
  for (const child of element.childNodes) {
    if (child instanceof Element) children.push(readDom(child))
    else if (child instanceof Text) pushText(children, child.data)
  }
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  return { name: element.nodeName, attributes, children }
}

/** Appends text. Parsers split long texts; the tree does not. */
export function pushText(children: WireNode[], text: string): void {
  const last = children.at(-1)
  if (typeof last === 'string') children[children.length - 1] = last + text
  else if (text !== '') children.push(text)
}

export const EMPTY_TEXT = '<body></body>'

/** Whether a text has no content, in any of its forms. */
export const isEmptyText = (value: string): boolean => canonical(value, parseInBrowser) === EMPTY_TEXT
