/**
 * Rich text: the XML of `html_notes`, `html_text` and `html_description`. The store contains only the canonical form,
 * which `parseRichText` creates: one body, only known tags and attributes, nothing derivable. Links contain a gid;
 * names and addresses are filled in for each reader. The other functions take only the canonical form.
 */
import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml'
import { malformed } from './errors.ts'
import { parseGid } from './gid.ts'

/** The tags of a field: `text` for comments and updates, `task` for descriptions and briefs. */
export type Profile = 'text' | 'task'

/** What one reader may know of the target of a link. */
export interface LinkTarget {
  type: string
  name: string
  href: string
  accessible: boolean
}

type Attributes = [name: string, value: string][]

const MAX_DEPTH = 100

// wire: docs "Rich text"
const TEXT = ['strong', 'em', 'u', 's', 'code', 'ol', 'ul', 'li', 'a', 'blockquote', 'pre']
const TAGS: Record<Profile, ReadonlySet<string>> = {
  text: new Set(TEXT),
  task: new Set([...TEXT, 'h1', 'h2', 'hr', 'img', 'table', 'tr', 'td', 'object']),
}

/** Tags that contain one kind of child and no text; `''` means no child. */
const CHILD_TAGS = new Map(Object.entries({ ol: 'li', ul: 'li', table: 'tr', tr: 'td', hr: '', img: '' }))

/** Tags that are valid only inside the tags of `CHILD_TAGS`. */
const CHILD_ONLY_TAGS = new Set(['li', 'tr', 'td'])
const SELF_CLOSING = new Set(['hr', 'img', 'object'])

export const GID = 'data-asana-gid'
const DYNAMIC = 'data-asana-dynamic'

type AttributeCheck = (value: string) => boolean
const any: AttributeCheck = () => true
const gid: AttributeCheck = value => parseGid(value) !== undefined
const flag: AttributeCheck = value => value === 'true' || value === 'false'
const count: AttributeCheck = value => /^[0-9]{1,4}$/.test(value)
const widths: AttributeCheck = value => /^[0-9][0-9., %px]{0,199}$/.test(value)
// A list of harmless schemes, never of harmful ones: browsers know more schemes than this file.
const address: AttributeCheck = value => /^(?:https?:\/\/|mailto:)[^\t\n\r]+$/i.test(value)
const word: AttributeCheck = value => /^[^:\t\n\r]*$/.test(value) || address(value)

/** The same check for several attributes. */
const each = (names: string, check: AttributeCheck) =>
  names.split(' ').map((name): [string, AttributeCheck] => [name, check])

// wire: docs "Rich text" and its forum announcements; a tag that is not named here carries no attributes.
// What is checked by `any` is dropped: clients send it only because they were served it.
const ATTRIBUTES = new Map([
  [
    'a',
    new Map([
      ...each('href', address),
      ...each('data-asana-gid data-asana-project data-asana-tag', gid),
      ...each('data-asana-dynamic data-asana-accessible', flag),
      ...each('data-asana-type', any),
    ]),
  ],
  [
    'img',
    new Map([
      ...each('data-asana-gid', gid),
      ...each('src alt style width height data-asana-type data-asana-deleted data-src-width data-src-height', any),
      ...each('data-thumbnail-url data-thumbnail-width data-thumbnail-height', any),
    ]),
  ],
  ['object', new Map([...each('data-asana-gid', gid), ...each('type', word), ...each('data style', any)])],
  ['td', new Map([...each('colspan rowspan', count), ...each('data-cell-width data-cell-widths', widths)])],
])

/** Attributes that are derived from the gid of the target. So is `data-asana-dynamic`, if it is true. */
const DERIVED = new Set(['href', 'data-asana-accessible'])

const OBJECT_ATTRIBUTE = /^data-asana-[a-z-]+$/

// wire: issue trackers; the same words for every fault, without the name of the field
const invalidXml = () => malformed('XML is invalid')

export function parseCanonical(xml: string): XmlElement {
  // Line ends first: the parser would do the same, but in quadratic time.
  const { root } = parseXml(xml.replace(/\r\n?/g, '\n'))
  if (root === null) throw invalidXml()
  return root
}

/**
 * Returns the canonical form of a client's rich text, or throws. The service does not name the field in the error;
 * `_field` exists because all value checks have it.
 */
export function parseRichText(_field: string, xml: string, profile: Profile): string {
  // Comments, CDATA, instructions and document types. No other well-formed XML contains these characters.
  if (xml.includes('<!') || xml.includes('<?')) throw invalidXml()
  const root = readUntrusted(xml)
  if (root.name !== 'body') throw invalidXml()
  return canonical(root, TAGS[profile], 0, false)
}

function readUntrusted(xml: string): XmlElement {
  try {
    return parseCanonical(xml)
  } catch (error) {
    // Also a RangeError: the parser is recursive, and input that exhausts the stack is far beyond our limit.
    if (error instanceof XmlError || error instanceof RangeError) throw invalidXml()
    throw error
  }
}

function canonical(element: XmlElement, tags: ReadonlySet<string>, depth: number, inLink: boolean): string {
  const { name } = element
  if (depth > MAX_DEPTH) throw invalidXml()
  checkAttributes(element)
  const only = CHILD_TAGS.get(name)
  const link = inLink || name === 'a'
  let content = ''
  for (const child of element.children) {
    if (child instanceof XmlElement) {
      checkPlace(child.name, only, tags, link)
      content += canonical(child, tags, depth + 1, link)
    } else if (child instanceof XmlText) {
      if (only === undefined) content += escapeText(child.text)
      else if (/[^ \t\n\r]/.test(child.text)) throw invalidXml()
    }
  }
  // wire: docs "Rich text", writing: the content of a link to an object is ignored unless it says dynamic="false"
  return write(name, storedAttributes(element), isDynamic(element) ? '' : content)
}

function checkPlace(name: string, only: string | undefined, tags: ReadonlySet<string>, inLink: boolean): void {
  if (!tags.has(name)) throw invalidXml()
  if (only === undefined ? CHILD_ONLY_TAGS.has(name) : only !== name) throw invalidXml()
  if (inLink && name === 'a') throw invalidXml()
}

function checkAttributes({ name: tag, attributes }: XmlElement): void {
  const checks = ATTRIBUTES.get(tag)
  for (const [name, value] of Object.entries(attributes)) {
    const check = checks?.get(name) ?? (tag === 'object' && OBJECT_ATTRIBUTE.test(name) ? word : undefined)
    if (!check?.(value)) throw invalidXml()
  }
}

/** The attributes to store, in an order that does not depend on the client. */
function storedAttributes({ name: tag, attributes }: XmlElement): Attributes {
  const stored = Object.entries(attributes)
    .filter(([name]) => ATTRIBUTES.get(tag)?.get(name) !== any)
    .sort()
  if (tag !== 'a' && tag !== 'img') return stored
  if (attributes[GID] !== undefined) return stored.filter(([name, value]) => !DERIVED.has(name) && value !== 'true')
  if (tag === 'img' || attributes.href === undefined) throw invalidXml()
  return stored.filter(([name]) => name === 'href')
}

/** Whether the text of a link is the name of its target. */
export const isDynamic = ({ name, attributes }: XmlElement) =>
  name === 'a' && attributes[GID] !== undefined && attributes[DYNAMIC] !== 'false'

function write(tag: string, attributes: Attributes, content: string): string {
  let open = `<${tag}`
  for (const [name, value] of attributes) open += ` ${name}="${escapeAttribute(value)}"`
  return content === '' && SELF_CLOSING.has(tag) ? `${open}/>` : `${open}>${content}</${tag}>`
}

// Characters that XML cannot contain, not even as a reference, such as a lone surrogate.
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

// A carriage return must be a reference: a parser reads a literal one as a line feed.
const escapeText = (text: string) =>
  text
    .replace(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')

const escapeAttribute = (text: string) =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')

export const unescapeText = (xml: string) =>
  xml.replaceAll('&#13;', '\r').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

// wire: docs "Rich text", reading: a link whose target the reader may not see
export const PRIVATE = 'Private Link'

/** Plain text as rich text. Characters that XML cannot contain become the replacement character. */
export const plainToRich = (text: string): string => `<body>${escapeText(text)}</body>`

// May be true for text without links, never false for text with links.
export const mayLink = (xml: string) => xml.includes(`${GID}="`)

/** The gids in a canonical form, each once, in order of appearance; with a tag, only those of its elements. */
export function linkedGids(xml: string, tag?: 'img'): string[] {
  const found = new Set<string>()
  const visit = (element: XmlElement): void => {
    const target = element.attributes[GID]
    if (target !== undefined && (tag === undefined || element.name === tag)) found.add(target)
    for (const child of element.children) if (child instanceof XmlElement) visit(child)
  }
  if (mayLink(xml)) visit(parseCanonical(xml))
  return [...found]
}

/** The form for one reader: `links` contains, by gid, what the reader may know. */
export function expandLinks(xml: string, links: Map<string, LinkTarget>): string {
  return mayLink(xml) ? expanded(parseCanonical(xml), links) : xml
}

function expanded(element: XmlElement, links: Map<string, LinkTarget>): string {
  const { name, attributes } = element
  const target = attributes[GID]
  const link = target === undefined ? undefined : links.get(target)
  if (name === 'img' && link?.accessible) return write(name, imageAttributes(element, link), '')
  const toObject = name === 'a' && target !== undefined
  if (toObject && !link?.accessible) return write(name, privateAttributes(element, link), PRIVATE)
  const shown = toObject && link ? linkAttributes(element, link) : Object.entries(attributes)
  if (link && isDynamic(element)) return write(name, shown, escapeText(link.name))
  let content = ''
  for (const child of element.children) {
    if (child instanceof XmlElement) content += expanded(child, links)
    else if (child instanceof XmlText) content += escapeText(child.text)
  }
  return write(name, shown, content)
}

// wire: docs "Rich text", reading
const linkAttributes = (element: XmlElement, link: LinkTarget): Attributes => [
  ['href', link.href],
  ['data-asana-accessible', 'true'],
  [DYNAMIC, String(isDynamic(element))],
  ['data-asana-type', link.type],
  ...Object.entries(element.attributes).filter(([name]) => name !== DYNAMIC),
]

// wire: docs "Rich text", reading: the response shows nothing else of a target that the reader cannot see.
// Without an address the gid stays; otherwise the text could not be written back.
const privateAttributes = (element: XmlElement, link: LinkTarget | undefined): Attributes => {
  const known: Attributes = link ? [['href', link.href]] : [[GID, element.attributes[GID] ?? '']]
  return [...known, ['data-asana-accessible', 'false'], [DYNAMIC, String(isDynamic(element))]]
}

// wire: docs "Inline images"
const imageAttributes = (element: XmlElement, link: LinkTarget): Attributes => [
  ...Object.entries(element.attributes),
  ['src', link.href],
  ['data-asana-type', link.type],
  ['alt', link.name],
]
