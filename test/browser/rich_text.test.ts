/** The rich text editor in a browser, as people use it: by pointer, by keys, by screen reader. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { violations } from './axe.ts'
import { galleryOfFile } from './gallery.ts'
import { untilEqual } from './launch.ts'
import { becomes, body, box, edit, events, hasFocus, keys, open, paste, press, read } from './rich_text_steps.ts'
import { skip } from './visitor.ts'

/** The budget of a chunk that is loaded when it is needed. */
const CHUNK_LIMIT_KB = 80

const gallery = galleryOfFile()

/** A change of another person, while the field keeps the focus. */
const replaceFromOutside = (page: Page) =>
  page.evaluate("[...document.querySelectorAll('button')].find(({ innerText }) => /outside/.test(innerText)).click()")

test('the text box keeps its role, name and text when the editor loads', { skip }, async t => {
  const page = await open(t, gallery, { value: body('Plan the <strong>launch</strong>') })
  await untilEqual(() => page.getByRole('toolbar').count(), 0)
  await untilEqual(() => box(page).getAttribute('aria-multiline'), 'true')
  const before = await box(page).boundingBox()
  const text = await box(page).innerText()
  await box(page).click()
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await untilEqual(() => box(page).innerText(), text)
  await untilEqual(() => box(page).boundingBox(), before)
  await untilEqual(() => read(page), body('Plan the <strong>launch</strong>'), 'opening a text does not change it')
})

/** Makes the editor arrive late. */
const delayEditor = (page: Page) =>
  page.route('**/loaded_editor-*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 500))
    await route.continue()
  })

test('a text that is submitted while the editor loads is submitted when it is there', { skip }, async t => {
  const page = await open(t, gallery, { profile: 'limited' })
  await delayEditor(page)
  await box(page).focus()
  await page.keyboard.type('Done')
  await keys(page, 'Control+Enter')
  await page.getByRole('toolbar').waitFor()
  await untilEqual(async () => (await events(page)).filter(one => one.startsWith('submit')), [`submit ${body('Done')}`])
})

test('keys that are pressed while the editor loads are not lost', { skip }, async t => {
  const page = await open(t, gallery, { value: body('Hello') })
  await delayEditor(page)
  await box(page).focus()
  await page.keyboard.type(', world')
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.type('!')
  await becomes(page, 'Hello, world!')
})

test('a click places the caret at the pointer', { skip }, async t => {
  const page = await open(t, gallery, { value: body('One\nTwo\nThree') })
  await box(page)
    .getByText('Two')
    .click({ position: { x: 1, y: 8 } })
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.type('>')
  await becomes(page, 'One\n&gt;Two\nThree')
})

test('a value that arrives during a visit without changes is shown after it', { skip }, async t => {
  const page = await edit(t, gallery, 'mine')
  await replaceFromOutside(page)
  await untilEqual(() => box(page).innerText(), 'mine')
  await keys(page, 'Escape')
  await untilEqual(() => box(page).innerText(), 'From elsewhere')
})

test('a link opens while the field has no focus', { skip }, async t => {
  const page = await open(t, gallery)
  const target = `${new URL(page.url()).origin}/gallery.html?show=display`
  await page.goto(
    `/gallery.html?${new URLSearchParams({ show: 'rich_text', value: body(`<a href="${target}">here</a> and there`) })}`,
  )
  const opened = page.context().waitForEvent('page')
  await box(page).getByText('here', { exact: true }).click()
  await untilEqual(async () => (await opened).url(), target)
  await untilEqual(() => hasFocus(page), false)
  await box(page).getByText('and there').click()
  await page.getByRole('toolbar').waitFor()
  await box(page).getByText('here', { exact: true }).click()
  assert.equal(page.context().pages().length, 2)
})

test('filling the field replaces its text before and after the editor loads', { skip }, async t => {
  const page = await open(t, gallery, { value: body('Old') })
  await box(page).fill('New')
  await becomes(page, 'New')
  await box(page).fill('Newer')
  await becomes(page, 'Newer')
})

test('toolbar buttons toggle marks and show their state', { skip }, async t => {
  const page = await edit(t, gallery)
  for (const [name, tag] of [
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Strikethrough', 's'],
    ['Code', 'code'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true })
    await press(page, 'Empty')
    await box(page).focus()
    await button.click()
    await untilEqual(() => button.getAttribute('aria-pressed'), 'true')
    await page.keyboard.type('a')
    await button.click()
    await page.keyboard.type('b')
    await becomes(page, `<${tag}>a</${tag}>b`)
    await untilEqual(() => button.getAttribute('aria-pressed'), 'false')
  }
})

test('keys toggle marks and blocks', { skip }, async t => {
  const page = await edit(t, gallery, 'text')
  await keys(page, 'Control+a')
  await keys(page, 'Control+b', 'Control+i', 'Control+u', 'Control+Shift+x', 'Control+e')
  await becomes(page, '<strong><em><u><s><code>text</code></s></u></em></strong>')
  await keys(page, 'Control+b', 'Control+i', 'Control+u', 'Control+Shift+x', 'Control+e')
  await keys(page, 'Control+Shift+8')
  await becomes(page, '<ul><li>text</li></ul>')
  await keys(page, 'Control+Shift+7')
  await becomes(page, '<ol><li>text</li></ol>')
  await keys(page, 'Control+Shift+7', 'Control+Shift+9')
  await becomes(page, '<blockquote>text</blockquote>')
  await keys(page, 'Control+Shift+9', 'Control+Alt+1')
  await becomes(page, '<h1>text</h1>')
  await keys(page, 'Control+Alt+2')
  await becomes(page, '<h2>text</h2>')
  await press(page, 'Code block')
  await becomes(page, '<pre>text</pre>')
})

test('lists are indented, continued and left by keys', { skip }, async t => {
  const page = await edit(t, gallery)
  await page.keyboard.type('- one')
  await keys(page, 'Enter', 'Tab')
  await page.keyboard.type('two')
  await keys(page, 'Enter', 'Shift+Tab')
  await page.keyboard.type('three')
  await keys(page, 'Shift+Enter')
  await page.keyboard.type('more')
  await keys(page, 'Enter', 'Enter')
  await page.keyboard.type('after')
  await becomes(page, '<ul><li>one<ul><li>two</li></ul></li><li>three\nmore</li></ul>\nafter')
})

test('a person is mentioned by keys', { skip }, async t => {
  const page = await edit(t, gallery)
  await page.keyboard.type('Ask @')
  const list = page.getByRole('listbox', { name: 'Mention' })
  await list.waitFor()
  await untilEqual(() => list.getByRole('option').count(), 5)
  await page.keyboard.type('be')
  await list.getByRole('option', { name: /Ben Stone/, selected: true }).waitFor()
  await keys(page, 'Enter')
  await page.keyboard.type('today')
  await becomes(page, 'Ask <a data-asana-gid="12"></a> today')
  const mention = box(page).getByRole('link', { name: '@Ben Stone' })
  await untilEqual(() => mention.getAttribute('data-gid'), '12')
  await page.keyboard.type(' or @')
  await list.getByRole('option').first().waitFor()
  await keys(page, 'ArrowDown', 'ArrowDown', 'Tab')
  await becomes(page, 'Ask <a data-asana-gid="12"></a> today or <a data-asana-gid="13"></a> ')
  await page.keyboard.type('a@')
  await page.waitForTimeout(100)
  await untilEqual(() => list.count(), 0, 'an e-mail address mentions nobody')
  await page.keyboard.type(' @a')
  await list.waitFor()
  await keys(page, 'Escape')
  await untilEqual(() => list.count(), 0)
  await untilEqual(() => hasFocus(page), true)
})

test('a line that begins with a box becomes a subtask', { skip }, async t => {
  const page = await edit(t, gallery)
  await page.keyboard.type('[ ] Book the venue')
  await page
    .getByRole('listbox', { name: 'Subtask' })
    .getByRole('option', { name: 'Create subtask “Book the venue”' })
    .waitFor()
  await keys(page, 'Enter')
  await becomes(page, '')
  await untilEqual(async () => (await events(page)).includes('subtask Book the venue'), true)
})

test('the block menu inserts blocks', { skip }, async t => {
  const page = await edit(t, gallery)
  await page.keyboard.type('/tab')
  await page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name: 'Table' }).click()
  await page.keyboard.type('a')
  await keys(page, 'Tab')
  await page.keyboard.type('b')
  const rest = '<td></td></tr><tr><td></td><td></td><td></td></tr></table>\n'
  await becomes(page, `<table><tr><td>a</td><td>b</td>${rest}`)
})

test('a link is set on selected text', { skip }, async t => {
  const page = await edit(t, gallery, 'see here')
  await keys(page, 'Control+Shift+ArrowLeft', 'Control+k')
  await page.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await keys(page, 'Enter')
  await page.getByRole('alert').waitFor()
  await page.getByRole('textbox', { name: 'Address' }).fill('x.test/a?b&c')
  await keys(page, 'Enter')
  await becomes(page, 'see <a href="https://x.test/a?b&amp;c">here</a>')
  await press(page, 'Link')
  await press(page, 'Remove link')
  await becomes(page, 'see here')
  await keys(page, 'Control+a')
  await paste(page, { 'text/plain': 'https://y.test/' })
  await becomes(page, '<a href="https://y.test/">see here</a>')
})

test('changes are undone and redone', { skip }, async t => {
  const page = await edit(t, gallery, 'start')
  await keys(page, 'Enter')
  await page.keyboard.type('# x')
  await becomes(page, 'start\n<h1>x</h1>')
  for (let count = 0; count < 5; count++) await keys(page, 'Control+z')
  await becomes(page, 'start')
  for (let count = 0; count < 5; count++) await keys(page, 'Control+Shift+z')
  await becomes(page, 'start\n<h1>x</h1>')
})

test('Escape leaves the field and keeps its text', { skip }, async t => {
  const page = await edit(t, gallery)
  await page.keyboard.type('kept')
  await keys(page, 'Escape')
  await untilEqual(() => hasFocus(page), false)
  await becomes(page, 'kept')
  await untilEqual(() => events(page), ['focus', 'blur <body>kept</body>', 'escape'])
})

test('a value from elsewhere is shown only while the field has no focus', { skip }, async t => {
  const page = await edit(t, gallery, 'mine')
  const replace = page.getByRole('button', { name: 'Replace from outside' })
  await replaceFromOutside(page)
  await untilEqual(() => box(page).innerText(), 'mine')
  await page.keyboard.type('!')
  await becomes(page, 'mine!')
  await keys(page, 'Escape')
  await untilEqual(() => box(page).innerText(), 'mine!')
  await replace.click()
  await untilEqual(() => box(page).innerText(), 'From elsewhere')
  await press(page, 'Empty')
  await untilEqual(async () => (await box(page).innerText()).trim(), '')
})

test('what the editor cannot represent survives an edit', { skip }, async t => {
  const object = '<object data-asana-gid="5" type="application/x"><em>Goals</em></object>'
  const page = await edit(t, gallery, `${object}\n<em><strong>a</strong></em>\nb`)
  await page.keyboard.type('!')
  await becomes(page, `${object}\n<em><strong>a</strong></em>\nb!`)
})

test('keys that follow each other at once act on the newest selection', { skip }, async t => {
  const page = await edit(t, gallery, 'one two')
  for (let round = 0; round < 5; round++) {
    await keys(page, 'Control+Shift+ArrowLeft', 'Control+b', 'End', 'Enter')
    await page.keyboard.type('x')
    await keys(page, 'Home', 'Backspace', 'End', 'Backspace')
  }
  await becomes(page, 'one <strong>two</strong>')
})

test('an input method composes text', { skip }, async t => {
  const page = await edit(t, gallery, 'a')
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await session.send('Input.insertText', { text: '日本' })
  await keys(page, 'Enter')
  await page.keyboard.insertText('語')
  await becomes(page, 'a日本\n語')
})

test('right-to-left text and emoji are edited', { skip }, async t => {
  const page = await edit(t, gallery, '', { dir: 'rtl' })
  await page.keyboard.insertText('שלום 👩‍👩‍👧‍👦 🇩🇪')
  await keys(page, 'Enter')
  await page.keyboard.insertText('- ')
  await page.keyboard.insertText('e\u0301 مرحبا')
  await becomes(page, 'שלום 👩‍👩‍👧‍👦 🇩🇪\n<ul><li>e\u0301 مرحبا</li></ul>')
  await untilEqual(() => page.evaluate(`getComputedStyle(document.querySelector('[role="textbox"]')).direction`), 'rtl')
})

test('the toolbar is operated by arrow keys', { skip }, async t => {
  const page = await edit(t, gallery, 'x')
  await keys(page, 'Tab', 'ArrowRight', 'ArrowRight')
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Underline' }))
    .waitFor()
  await keys(page, 'End')
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Code block' }))
    .waitFor()
})

test('two edits of one line are a conflict that a person decides', { skip }, async t => {
  const texts = { base: body('a\nb'), mine: body('a 1\nb'), theirs: body('a 2\nb') }
  for (const [name, content] of [
    ['Keep mine', 'a 1\nb'],
    ['Keep theirs', 'a 2\nb'],
    ['Keep both', 'a 1\na 2\nb'],
  ] as const) {
    const page = await open(t, gallery, { ...texts })
    await page.getByRole('group', { name: 'Conflicting edits' }).getByRole('button', { name }).click()
    await becomes(page, content)
  }
})

test('the editor is accessible', { skip }, async t => {
  const page = await edit(t, gallery, '<h1>Plan</h1><ul><li>a</li></ul>\n<code>c</code> <a href="https://x.test">b</a>')
  await page.keyboard.type(' @')
  await page.getByRole('listbox').waitFor()
  assert.deepEqual(await violations(page), [])
})

test('the editor is loaded in one small chunk', { skip }, async t => {
  const page = await open(t, gallery)
  // What the page itself requests may still arrive.
  await page.waitForLoadState('networkidle')
  const scripts: Response[] = []
  page.on('response', response => void (response.request().resourceType() === 'script' && scripts.push(response)))
  await box(page).focus()
  await page.getByRole('toolbar').waitFor()
  assert.deepEqual(
    scripts.map(script => /(\w+)-[^/]+$/.exec(script.url())?.[1]),
    ['loaded_editor'],
  )
  const [chunk] = await Promise.all(scripts.map(script => script.body()))
  const bytes = brotliCompressSync(chunk ?? '').length
  assert.ok(bytes > 0 && bytes < CHUNK_LIMIT_KB * 1000, `${bytes} bytes`)
})
