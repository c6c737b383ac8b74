/**
 * The plain text of canonical rich text for one reader: a link shows the current name of its target, or that the target
 * is private.
 */
import { XmlElement, XmlText } from '@rgrove/parse-xml'
import { GID, isDynamic, PRIVATE, parseCanonical, unescapeText } from './rich_text.ts'

/** Tags whose text is on separate lines. */
const BLOCKS = new Set('ol ul li h1 h2 hr blockquote pre table tr img object'.split(' '))

/** The name of the target of a gid; undefined if the reader cannot see it. */
type NameOf = (gid: string) => string | undefined

/** The plain text of a canonical form; `nameOf` returns the names of link targets. */
export function richToPlain(xml: string, nameOf: NameOf): string {
  // Most texts have no tags, and lists show many texts: those need no parser.
  const bare = xml.indexOf('<', 1) === xml.length - '</body>'.length
  if (bare) return unescapeText(xml.slice('<body>'.length, -'</body>'.length))
  const plain: PlainTextBuilder = { parts: [], lineStart: true, breakDue: false }
  putPlain(plain, parseCanonical(xml), nameOf)
  return plain.parts.join('')
}

/** Plain text under construction. A break is due after a block, and is added only before more text. */
interface PlainTextBuilder {
  parts: string[]
  lineStart: boolean
  breakDue: boolean
}

function put(plain: PlainTextBuilder, text: string): void {
  if (text === '') return
  if (plain.breakDue && !plain.lineStart && !text.startsWith('\n')) plain.parts.push('\n')
  plain.parts.push(text)
  plain.lineStart = text.endsWith('\n')
  plain.breakDue = false
}

function putPlain(plain: PlainTextBuilder, element: XmlElement, nameOf: NameOf): void {
  const { name, attributes } = element
  const target = name === 'a' ? attributes[GID] : undefined
  const targetName = target === undefined ? '' : nameOf(target)
  if (targetName === undefined || isDynamic(element)) {
    put(plain, targetName ?? PRIVATE)
    return
  }
  if (BLOCKS.has(name)) plain.breakDue = true
  const before = plain.parts.length
  for (const [index, child] of element.children.entries()) {
    if (name === 'tr' && index > 0) put(plain, '\t')
    if (child instanceof XmlElement) putPlain(plain, child, nameOf)
    else if (child instanceof XmlText) put(plain, child.text)
  }
  if (name === 'a' && plain.parts.length === before) {
    put(plain, target === undefined ? (attributes.href ?? '') : targetName)
  }
  if (BLOCKS.has(name)) plain.breakDue = true
}
