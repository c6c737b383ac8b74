/**
 * The documents of the editor: nodes and marks for the elements of the wire, and nothing else, so that pasted content is
 * reduced to them.
 *
 * Each block has the attributes `lead`, the separator before it on the wire, and `wire`, its bytes on the wire if they
 * differ from those that the serializer writes for the same content. Both are null for new blocks.
 */
import { type Attrs, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { ACCESSIBLE, type Attributes, DYNAMIC, GID, isAddress, KIND, shownAddress } from './xml.ts'

/** The elements of a field: `limited` has no headings, rules, images, tables and objects. */
export type RichTextProfile = 'full' | 'limited'

/** The bytes of an unchanged block, and what the serializer would write for it. */
export interface BlockWire {
  readonly stored: string
  readonly written: string
}

const onWire = { lead: { default: null }, wire: { default: null } }
const gidOf = (dom: HTMLElement) => dom.getAttribute(GID) ?? dom.getAttribute('data-gid') ?? ''
const isGid = (text: string) => /^[1-9][0-9]{0,15}$/.test(text)
const addressOf = (dom: HTMLElement) => dom.getAttribute('href') ?? ''

/** The stored attributes of a pasted link to an object. */
const pastedTarget = (dom: HTMLElement): Attributes => [[GID, gidOf(dom)]]

/** Opaque blocks of this page: pasted markup cannot introduce others. */
export const knownOpaque = new Set<string>()

const blocks: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: onWire,
    parseDOM: [{ tag: 'p' }],
    toDOM: () => ['p', 0],
  },
  bulleted_list: {
    content: 'list_item+',
    group: 'block',
    attrs: onWire,
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  numbered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: onWire,
    parseDOM: [{ tag: 'ol' }],
    toDOM: () => ['ol', 0],
  },
  list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    attrs: onWire,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  code_block: {
    content: '(text | mention)*',
    group: 'block',
    code: true,
    defining: true,
    attrs: onWire,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', { spellcheck: 'false' }, 0],
  },
}

const heading: NodeSpec = {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { ...onWire, level: { default: 1 } },
  parseDOM: [
    { tag: '[data-level="1"]', priority: 60 },
    { tag: 'h1' },
    ...[2, 3, 4, 5, 6].map(level => ({ tag: `h${level}`, attrs: { level: 2 } })),
  ],
  // The screen has its own headings above these.
  toDOM: ({ attrs: { level } }) => [level === 1 ? 'h2' : 'h3', { 'data-level': level }, 0],
}

const rule: NodeSpec = { group: 'block', attrs: onWire, parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] }

const image: NodeSpec = {
  group: 'block',
  draggable: true,
  attrs: { ...onWire, stored: { default: [] }, src: { default: '' }, alt: { default: '' } },
  parseDOM: [
    {
      tag: 'img',
      getAttrs: dom => {
        if (!isGid(gidOf(dom))) return false
        return { stored: pastedTarget(dom), src: dom.getAttribute('src') ?? '', alt: dom.getAttribute('alt') ?? '' }
      },
    },
  ],
  toDOM: ({ attrs }) => ['img', { src: attrs.src || null, alt: attrs.alt, 'data-gid': targetOf(attrs.stored) }],
}

const tables: Record<string, NodeSpec> = {
  table: {
    content: 'table_row+',
    group: 'block',
    tableRole: 'table',
    isolating: true,
    attrs: onWire,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  table_row: { content: 'table_cell+', tableRole: 'row', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
  table_cell: {
    content: 'block+',
    tableRole: 'cell',
    isolating: true,
    attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null }, stored: { default: [] } },
    parseDOM: ['td', 'th'].map(tag => ({
      tag,
      getAttrs: dom => ({ colspan: spanOf(dom, 'colspan'), rowspan: spanOf(dom, 'rowspan') }),
    })),
    toDOM: ({ attrs: { colspan, rowspan } }) => [
      'td',
      { colspan: colspan === 1 ? null : colspan, rowspan: rowspan === 1 ? null : rowspan },
      0,
    ],
  },
}

const spanOf = (dom: HTMLElement, name: string) => Math.min(Math.max(Number(dom.getAttribute(name)) || 1, 1), 50)

const opaque: NodeSpec = {
  group: 'block',
  draggable: true,
  atom: true,
  attrs: { ...onWire, xml: {}, label: { default: '' } },
  parseDOM: [
    {
      tag: 'div[data-opaque]',
      priority: 60,
      getAttrs: dom => {
        const xml = dom.getAttribute('data-opaque') ?? ''
        return knownOpaque.has(xml) ? { xml, label: dom.textContent } : false
      },
    },
  ],
  toDOM: ({ attrs }) => ['div', { class: 'rich-text-opaque', 'data-opaque': attrs.xml }, attrs.label],
}

const inlines: Record<string, NodeSpec> = {
  text: { group: 'inline' },
  line_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  mention: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { stored: {}, name: {}, href: { default: '' }, kind: { default: '' }, isPrivate: { default: false } },
    parseDOM: [
      {
        tag: `a[${GID}]:not([${DYNAMIC}="false"]), a[data-gid]`,
        priority: 70,
        getAttrs: dom => (isGid(gidOf(dom)) ? pastedMention(dom) : false),
      },
    ],
    leafText: ({ attrs }) => attrs.name,
    toDOM: ({ attrs: { stored, name, href, kind, isPrivate } }) => [
      'a',
      {
        class: isPrivate ? 'rich-text-mention private' : 'rich-text-mention',
        role: 'link',
        href: shownAddress(href),
        rel: 'noopener noreferrer',
        'data-gid': targetOf(stored),
        'data-kind': kind || null,
      },
      name,
    ],
  },
}

const pastedMention = (dom: HTMLElement): Attrs => ({
  stored: pastedTarget(dom),
  name: dom.textContent,
  href: shownAddress(addressOf(dom)) ?? '',
  kind: dom.getAttribute(KIND) ?? dom.getAttribute('data-kind') ?? '',
  isPrivate: dom.getAttribute(ACCESSIBLE) === 'false',
})

/** The gid in stored attributes. */
const targetOf = (stored: Attributes): string | undefined => stored.find(([name]) => name === GID)?.[1]

/** A mark, the other tags that mean it, and the format that pasted text may have instead (`paste.ts`). */
const simple = (tag: string, ...others: string[]): MarkSpec => ({
  parseDOM: [...others, tag, `[data-format~="${tag}"]`].map(one => ({ tag: one, consuming: false })),
  toDOM: () => [tag, 0],
})

/** In the order in which they are serialized, from the outside. */
const marks: Record<string, MarkSpec> = {
  // Word processors wrap everything in a `b` with a normal weight.
  strong: simple('strong', 'b:not([data-format~="normal"])'),
  em: simple('em', 'i'),
  u: simple('u', 'ins'),
  s: simple('s', 'strike', 'del'),
  code: { ...simple('code', 'kbd', 'samp', 'tt'), code: true },
  link: {
    inclusive: false,
    attrs: { href: {}, stored: {} },
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: dom => isAddress(addressOf(dom)) && { href: addressOf(dom), stored: [['href', addressOf(dom)]] },
      },
    ],
    toDOM: ({ attrs: { href, stored } }) => [
      'a',
      { href: shownAddress(href), rel: 'noopener noreferrer', 'data-target': targetOf(stored) },
      0,
    ],
  },
}

/** What limited texts keep of pasted headings and tables. */
const reduced: NodeSpec = {
  ...blocks.paragraph,
  parseDOM: ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th'].map(tag => ({ tag })),
}

export const schemas: Record<RichTextProfile, Schema> = {
  full: new Schema({ nodes: { ...blocks, heading, rule, image, ...tables, opaque, ...inlines }, marks }),
  limited: new Schema({ nodes: { ...blocks, paragraph: reduced, opaque, ...inlines }, marks }),
}
