/** Merges of two edits of one text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseRichText as canonicalize } from '../../../../src/lib/rich_text.ts'
import { mergeTexts } from './merge.ts'
import { parseWithoutBrowser as parseXml } from './source_tree.ts'

const body = (content: string) => `<body>${content}</body>`
const merge = (base: string, mine: string, theirs: string) => mergeTexts(body(base), body(mine), body(theirs), parseXml)
const merges = (base: string, mine: string, theirs: string, merged: string) => {
  assert.deepEqual(merge(base, mine, theirs), { text: body(merged) })
  assert.deepEqual(merge(base, theirs, mine), { text: body(merged) })
}

test('edits of different lines are combined', () => {
  merges('a\nb\nc', 'a!\nb\nc', 'a\nb\nc?', 'a!\nb\nc?')
  merges('a\nb', 'a!\nb', 'a\nb?', 'a!\nb?')
  merges('a\nb\nc', 'b\nc', 'a\nb\nc\nd', 'b\nc\nd')
  merges('<h1>a</h1>\nb', '<h1>a!</h1>\nb', '<h1>a</h1>\nb\n<hr/>', '<h1>a!</h1>\nb\n<hr/>')
})

test('edits of different items of a list are combined', () => {
  const list = (...items: string[]) => `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
  merges(list('a', 'b', 'c'), list('a!', 'b', 'c'), list('a', 'b', 'c', 'd'), list('a!', 'b', 'c', 'd'))
  merges(list('a', 'b'), list('b'), `${list('a', 'b')}\nend`, `${list('b')}\nend`)
})

test('equal edits, and an edit of one side only, are no conflict', () => {
  merges('a', 'b', 'b', 'b')
  merges('a', 'a', 'b', 'b')
  merges('a\nb', 'x\nb', 'x\nb!', 'x\nb!')
})

test('edits of the same line are a conflict that can keep both', () => {
  assert.deepEqual(merge('a\nb\nc', 'a 1\nb\nc', 'a 2\nb\nc!'), {
    conflict: { mine: body('a 1\nb\nc'), theirs: body('a 2\nb\nc!'), both: body('a 1\na 2\nb\nc!') },
  })
})

test('lines that both add at one place are a conflict', () => {
  const { conflict } = merge('a', 'a\nmine', 'a\ntheirs')
  assert.equal(conflict?.both, body('a\nmine\ntheirs'))
})

test('a list that one side splits and the other turns into another kind is a conflict', () => {
  const both = merge(
    '<ul><li>a</li><li>b</li></ul>',
    '<ol><li>a</li><li>b</li></ol>',
    '<ul><li>a</li></ul>\nx\n<ul><li>b</li></ul>',
  ).conflict?.both
  assert.equal(canonicalize('html_notes', both ?? '', 'task'), both)
})

test("a reader's form and the stored form of one text are equal", () => {
  const shown =
    '<a href="https://x.test/0/7" data-asana-accessible="true" data-asana-type="user" data-asana-gid="7">@Ada</a>'
  merges(shown, `${shown}!`, '<a data-asana-gid="7"/>', '<a data-asana-gid="7"></a>!')
})

const line = fc.constantFrom('a', 'b', 'c', '', '<strong>d</strong>')
const block = fc.oneof(
  { weight: 3, arbitrary: line },
  fc.constantFrom('<hr/>', '<h1>e</h1>'),
  fc
    .tuple(fc.constantFrom('ul', 'ol'), fc.array(line, { minLength: 1, maxLength: 4 }))
    .map(([tag, items]) => `<${tag}>${items.map(item => `<li>${item}</li>`).join('')}</${tag}>`),
)
const text = fc.array(block, { maxLength: 6 }).map(blocks => blocks.join('\n'))

test('every merge is canonical, and contains the edit of one side if the other has none', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const result = merge(base, mine, theirs)
      const merged = result.conflict?.both ?? result.text ?? ''
      assert.equal(canonicalize('html_notes', merged, 'task'), merged)
      assert.deepEqual(merge(base, mine, base), { text: body(mine) })
      assert.deepEqual(merge(base, base, theirs), { text: body(theirs) })
      assert.deepEqual(merge(base, mine, mine), { text: body(mine) })
    }),
    { numRuns: 500 },
  )
})

test('every line of both versions is in the text that keeps both', () => {
  const lines = fc.array(fc.stringMatching(/^[a-e]{1,2}$/), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(lines, lines, lines, (base, mine, theirs) => {
      const { conflict } = merge(base.join('\n'), mine.join('\n'), theirs.join('\n'))
      const kept = new Set(conflict?.both.slice('<body>'.length, -'</body>'.length).split('\n'))
      for (const one of conflict ? [...mine, ...theirs] : []) {
        assert.ok(kept.has(one) || base.includes(one), `${one} is missing`)
      }
    }),
  )
})
