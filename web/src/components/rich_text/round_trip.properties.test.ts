/** Rich text through the editor and back, compared with the canonical form of the server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Mark, Node, Schema } from 'prosemirror-model'
import { parseRichText as canonicalize, expandLinks } from '../../../../src/lib/rich_text.ts'
import { parseRichText } from './parse.ts'
import { type RichTextProfile, schemas } from './schema.ts'
import { serializeForReader, serializeRichText } from './serialize.ts'
import { parseWithoutBrowser as parseXml } from './source_tree.ts'
import { canonical } from './xml.ts'

const PROFILES = { full: 'task', limited: 'text' } as const
const body = (content: string) => `<body>${content}</body>`
const parse = (xml: string, profile: RichTextProfile = 'full') => parseRichText(xml, schemas[profile], parseXml)
const roundTrip = (xml: string, profile: RichTextProfile = 'full') => serializeRichText(parse(xml, profile))
const keeps = (content: string, profile?: RichTextProfile) =>
  assert.equal(roundTrip(body(content), profile), body(content))

const ada = { type: 'user', name: '@Ada <A&B>', href: 'https://x.test/0/7?a=1&b=2', accessible: true }
const secret = { type: 'task', name: 'Secret', href: 'https://x.test/0/8', accessible: false }

/** Text with line feeds, spaces and markup. */
const text = fc.oneof(fc.stringMatching(/^[ab&<>"'\r\n\t ]{0,8}$/), fc.string({ unit: 'grapheme' }), fc.constant('\n'))
const escaped = text.map(value =>
  value
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;'),
)

/** Bodies as clients may write them, also with elements in unusual places. */
function contentOf(profile: RichTextProfile): fc.Arbitrary<string> {
  const isFull = profile === 'full'
  const leaves = [
    '<a data-asana-gid="7"/>',
    '<a data-asana-gid="8" data-asana-project="5"/>',
    '<a href="https://x.test/&quot;"/>',
    '<a href="mailto:a@x.test">mail</a>',
    '<a data-asana-dynamic="false" data-asana-gid="7">my <em>x</em></a>',
    ...(isFull ? ['<hr/>', '<img data-asana-gid="5"/>', '<object type="a/b" data-asana-x="1">y</object>'] : []),
  ]
  const tags = ['strong', 'em', 'u', 's', 'code', 'blockquote', 'pre', ...(isFull ? ['h1', 'h2', 'object'] : [])]
  const memo: fc.Memo<string> = fc.memo(depth => {
    const leaf = fc.oneof(escaped, fc.constantFrom(...leaves))
    if (depth <= 1) return leaf
    const inner = memo(depth - 1)
    const tagged = fc.tuple(fc.constantFrom(...tags), inner).map(([tag, value]) => `<${tag}>${value}</${tag}>`)
    const items = fc.array(inner, { maxLength: 4 }).map(all => all.map(item => `<li>${item}</li>`).join(''))
    const list = fc.tuple(fc.constantFrom('ul', 'ol'), items).map(([tag, value]) => `<${tag}>${value}</${tag}>`)
    const span = fc.constantFrom('', ' colspan="2"', ' rowspan="2"', ' colspan="0"', ' data-cell-widths="10,20"')
    const row = fc
      .array(fc.tuple(span, inner), { maxLength: 3 })
      .map(cells => `<tr>${cells.map(([at, cell]) => `<td${at}>${cell}</td>`).join('')}</tr>`)
    const table = fc.array(row, { maxLength: 3 }).map(rows => `<table>${rows.join('')}</table>`)
    const joined = fc.array(inner, { maxLength: 5 }).map(all => all.join(''))
    return fc.oneof(leaf, tagged, list, joined, ...(isFull ? [table] : []))
  })
  return memo(4)
}

for (const profile of ['full', 'limited'] as const) {
  test(`an unchanged ${profile} text is serialized to its canonical form`, () => {
    fc.assert(
      fc.property(contentOf(profile), value => {
        const xml = canonicalize('html_notes', body(value), PROFILES[profile])
        assert.equal(roundTrip(xml, profile), xml)
        assert.equal(canonical(xml, parseXml), xml)
      }),
      { numRuns: 800 },
    )
  })
}

test('the form for a reader is serialized as the server stores it', () => {
  const links = new Map([
    ['7', ada],
    ['8', secret],
    ['5', ada],
  ])
  fc.assert(
    fc.property(contentOf('full'), value => {
      const read = expandLinks(canonicalize('html_notes', body(value), 'task'), links)
      const stored = canonicalize('html_notes', read, 'task')
      assert.equal(roundTrip(read), stored)
      const shown = serializeForReader(parse(read))
      assert.equal(canonicalize('html_notes', shown, 'task'), stored)
    }),
    { numRuns: 300 },
  )
})

test('a changed text can be shown with the names that the reader knows', () => {
  const read = expandLinks(
    canonicalize('html_notes', body('Ask <a data-asana-gid="7"/>!'), 'task'),
    new Map([['7', ada]]),
  )
  assert.equal(
    serializeForReader(parse(read)).replace(' data-asana-dynamic="true"', ''),
    read.replaceAll(' data-asana-dynamic="true"', ''),
  )
})

/** Documents as the editor can produce them, with blocks that no text on the wire had before. */
function documents(schema: Schema): fc.Arbitrary<Node> {
  const link = { href: 'https://x.test/?a="b"&c', stored: [['href', 'https://x.test/?a="b"&c']] }
  const wrong = { href: 'javascript:x', stored: [['href', 'javascript:x']] }
  const marks = fc
    .subarray(['strong', 'em', 'u', 's', 'code'].map(name => schema.mark(name)))
    .chain(all =>
      fc.constantFrom(all, schema.mark('link', link).addToSet(all), schema.mark('link', wrong).addToSet(all)),
    )
  const mention = { stored: [['data-asana-gid', '7']], name: '@Ada' }
  const inline = fc.tuple(fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom('<b>&', 'a\rb')), marks)
  const leaf: fc.Arbitrary<Node> = fc.oneof(
    inline.map(([value, on]: [string, readonly Mark[]]) => schema.text(value, on)),
    marks.map(on => schema.node('mention', mention, [], on)),
    marks.map(on => schema.node('line_break', null, [], on)),
  )
  const leaves = fc.array(leaf, { maxLength: 4 })
  const paragraph = leaves.map(all => schema.node('paragraph', null, all))
  const memo: fc.Memo<Node> = fc.memo(depth => {
    const code = inline.map(([value]) => schema.node('code_block', null, [schema.text(value)]))
    const full = [
      leaves.map(all => schema.node('heading', { level: 2 }, all)),
      fc.constant(null).map(() => schema.node('rule')),
      fc.constant(null).map(() => schema.node('image', { stored: [['data-asana-gid', '5']] })),
    ]
    const plain = fc.oneof(paragraph, code, ...(schema === schemas.full ? full : []))
    if (depth <= 1) return plain
    const inner = fc.array(memo(depth - 1), { minLength: 1, maxLength: 3 })
    const items = fc.array(fc.tuple(paragraph, inner), { minLength: 1, maxLength: 3 })
    const list = fc.tuple(fc.constantFrom('bulleted_list', 'numbered_list'), items).map(([name, all]) =>
      schema.node(
        name,
        null,
        all.map(([p, rest]) => schema.node('list_item', null, [p, ...rest])),
      ),
    )
    const quote = inner.map(all => schema.node('blockquote', null, all))
    const cell = inner.map(all => schema.node('table_cell', null, all))
    const table = cell.map(one => schema.node('table', null, [schema.node('table_row', null, [one])]))
    return fc.oneof(plain, list, quote, ...(schema === schemas.full ? [table] : []))
  })
  return fc.array(memo(4), { minLength: 1, maxLength: 5 }).map(all => schema.node('doc', null, all))
}

for (const profile of ['full', 'limited'] as const) {
  test(`every ${profile} document is serialized to a canonical form`, () => {
    fc.assert(
      fc.property(documents(schemas[profile]), doc => {
        const xml = serializeRichText(doc)
        assert.equal(canonicalize('html_notes', xml, PROFILES[profile]), xml)
        assert.equal(roundTrip(xml, profile), xml)
      }),
      { numRuns: 150 },
    )
  })
}

test('a line of text is a paragraph, and a line feed next to a block is none', () => {
  const blocks = (content: string) =>
    parse(body(content)).children.map(block => `${block.type.name}:${block.textContent}`)
  assert.deepEqual(blocks(''), ['paragraph:'])
  assert.deepEqual(blocks('a\n\nb'), ['paragraph:a', 'paragraph:', 'paragraph:b'])
  assert.deepEqual(blocks('a\n<h1>b</h1>\nc'), ['paragraph:a', 'heading:b', 'paragraph:c'])
  assert.deepEqual(blocks('a<h1>b</h1>c'), ['paragraph:a', 'heading:b', 'paragraph:c'])
  assert.deepEqual(blocks('<h1>a</h1>\n<hr/>\n\n<hr/>'), ['heading:a', 'rule:', 'paragraph:', 'rule:'])
})

test('an edited block is written anew, and the others keep their bytes', () => {
  const stored = body('<em><strong>a</strong></em>\n<i-unknown x="1"></i-unknown><em><strong>b</strong></em>')
  const doc = parse(stored)
  assert.equal(serializeRichText(doc), stored)
  const { schema } = doc.type
  const [first, ...rest] = doc.children
  const changed = first?.copy(
    first.content.append(
      schema.node('doc', null, [schema.node('paragraph', null, [schema.text('!')])]).firstChild?.content ??
        first.content,
    ),
  )
  assert.equal(
    serializeRichText(doc.copy(doc.content.replaceChild(0, changed ?? doc))),
    body('<strong><em>a</em></strong>!\n<i-unknown x="1"></i-unknown><em><strong>b</strong></em>'),
  )
  assert.equal(rest.length, 2)
})

test('blocks that the editor cannot represent keep their bytes', () => {
  keeps('a<object data-asana-gid="5" type="x/y"><em>z</em></object>b')
  keeps('<strong>a<ul><li>b</li></ul></strong>')
  keeps('<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></table>')
  assert.equal(parse(body('<object type="x/y"/>')).firstChild?.attrs.label, 'x/y')
})

test('a text that is not well-formed is shown as plain text', () => {
  const doc = parseRichText('<b>no body', schemas.full, () => undefined)
  assert.equal(doc.textContent, '<b>no body')
})
