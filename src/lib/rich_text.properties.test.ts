import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from './errors.ts'
import { richToPlain } from './plain_text.ts'
import { expandLinks, type LinkTarget, type Profile, parseRichText, plainToRich } from './rich_text.ts'

const parse = (content: string, profile: Profile = 'task') => parseRichText('html_notes', content, profile)
const body = (content: string) => `<body>${content}</body>`
const isRefusal = (error: unknown) => error instanceof ApiError && error.message === 'XML is invalid'
const ada: LinkTarget = { type: 'user', name: '@Ada <A&B>', href: 'https://x.test/0/7?a=1&b=2', accessible: true }

// biome-ignore lint/suspicious/noControlCharactersInRegex: the property excludes these characters
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const anyText = fc.string({ unit: 'binary' }).filter(text => text.isWellFormed() && !CONTROL.test(text))
const text = fc.oneof(anyText, fc.stringMatching(/^[<>&"'\r\n\t\]a;#]*$/))

const content: fc.Memo<string> = fc.memo(depth => {
  const leaf = fc.oneof(
    text.map(value => plainToRich(value).slice('<body>'.length, -'</body>'.length)),
    fc.constantFrom(
      '<hr></hr>',
      '<img src="x" data-asana-gid="5"/>',
      '<a data-asana-gid="7"/>',
      '<a href="https://x.test/&#34;"/>',
    ),
  )
  if (depth <= 1) return leaf
  const inner = content(depth - 1)
  const tagged = fc
    .tuple(fc.constantFrom('strong', 'em', 'u', 's', 'code', 'blockquote', 'pre', 'h1', 'h2', 'object'), inner)
    .map(([tag, value]) => `<${tag}>${value}</${tag}>`)
  const list = fc.array(inner).map(items => `<ul>\n${items.map(item => `<li>${item}</li>`).join(' ')}</ul>`)
  const table = fc
    .array(inner)
    .map(cells => `<table><tr>${cells.map(cell => `<td rowspan='2'>${cell}</td>`).join('')}</tr></table>`)
  return fc.oneof(
    leaf,
    tagged,
    list,
    table,
    fc.tuple(inner, inner).map(both => both.join('')),
  )
})

test('the canonical form is idempotent', () => {
  fc.assert(
    fc.property(content(4), value => {
      const xml = parse(body(value))
      assert.equal(parse(xml), xml)
    }),
  )
})

test('plain text survives a round trip through rich text', () => {
  fc.assert(
    fc.property(text, value => {
      const xml = plainToRich(value)
      assert.equal(parse(xml, 'text'), xml)
      assert.equal(richToPlain(xml, String), value)
      // The same through the parser, which a text without tags skips.
      assert.equal(richToPlain(xml.replace('</body>', '<u></u></body>'), String), value)
    }),
  )
})

test('the form for a reader can be written back', () => {
  fc.assert(
    fc.property(content(4), value => {
      const xml = parse(body(value))
      assert.equal(
        parse(
          expandLinks(
            xml,
            new Map([
              ['7', ada],
              ['5', ada],
            ]),
          ),
        ),
        xml,
      )
      assert.equal(parse(expandLinks(xml, new Map())), xml)
    }),
  )
})

const TAG = '(?:body|strong|em|u|s|code|ol|ul|li|a|blockquote|pre|h1|h2|hr|img|table|tr|td|object)'
const ATTRIBUTE =
  '(?: (?:href="(?:https?://|mailto:)[^"<>]*"|(?:colspan|rowspan|type|data-asana-[a-z]+|data-cell-widths?)="(?:https?:|mailto:|[^"<>:])*"))'
const MARKUP = new RegExp(`<(?:/${TAG}|${TAG}${ATTRIBUTE}*/?)>`, 'g')
const isClean = (xml: string) => !/[<>]|&(?!(?:amp|lt|gt|quot|#13|#10|#9);)/.test(xml.replace(MARKUP, ''))

test('hostile text is rejected or becomes harmless', () => {
  const pieces =
    '< > & " \' = / ; : <u> </u> <ul> <li> </li> </ul> <a </a> /> href=" href=\' javascript: https:// data: <script> </script>'
      .concat(
        ' onclick=" <img <object type=" data-asana-gid=" data-asana-href=" 5 5" x " &lt; &#60; &#x3c; &quot; <!-- --> <![CDATA[ ]]> <?x ?>',
      )
      .split(' ')
  const harmless = [
    '<u>',
    '</u>',
    '<a href="https://x',
    '">',
    '</a>',
    '<a data-asana-gid="5"',
    '/>',
    '<object type="',
    ' ',
    '&lt;script&gt;',
  ]
  const soup = fc.array(fc.constantFrom(...pieces, ...harmless), { maxLength: 12 }).map(all => body(all.join('')))
  let accepted = 0
  const check = (xml: string) => {
    let canonical = ''
    try {
      canonical = parse(xml)
    } catch (error) {
      assert.ok(isRefusal(error), String(error))
      return
    }
    accepted++
    assert.ok(isClean(canonical), canonical)
    assert.ok(isClean(expandLinks(canonical, new Map([['5', ada]])).replaceAll('@Ada', '')), canonical)
    assert.equal(parse(canonical), canonical)
  }
  fc.assert(fc.property(soup, check), { numRuns: 3000 })
  fc.assert(fc.property(fc.string({ unit: 'binary' }), check))
  assert.ok(accepted > 30, `only ${accepted} were accepted: the property says little`)
})
