/**
 * The keyboard map: each key with what it shows. A row that is lost here fails in the last tests, which compare the rows with
 * the sheet of shortcuts and with the documentation.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Desk, desk } from './keyboard/desk.ts'
import type { KeyRow } from './keyboard/effects.ts'
import { FRAME_KEYS } from './keyboard/frame_keys.ts'
import { BOARD_KEYS, CELL_KEYS, LIST_KEYS, PANE_KEYS, TEXT_KEYS } from './keyboard/keys.ts'
import { documentedKeys, keyNames, sheetKeys } from './keyboard/names.ts'
import { press, row, untilEqual, untilTasks } from './launch.ts'
import { siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

/** Where the keys of some rows are pressed. */
interface Place {
  open(at: Desk): Promise<void>
  /** Gives the focus to a task. */
  focus(at: Desk, from: string): Promise<void>
}

/** Presses the keys of each row at their place, and waits for what they show. */
async function checkRows(at: Desk, rows: readonly KeyRow[], { open, focus }: Place) {
  const failures: string[] = []
  let isOpen = false
  for (const { keys, from = 'Book', action, shows, restores } of rows) {
    const check = async () => {
      if (!isOpen) await open(at)
      isOpen = false
      await focus(at, from)
      await press(at.page, ...keys.split(' '))
      await shows(at)
      await restores?.(at)
      isOpen = restores !== undefined
    }
    await check().catch(error => failures.push(`${keys}: ${action}\n  ${String(error).split('\n', 1)}`))
  }
  assert.deepEqual(failures, [])
}

const focusRow = async (page: Page, name: string) => {
  await row(page, name).waitFor()
  await row(page, name).focus()
}

const openList = (at: Desk) => at.open('list')

test('each key of a list shows its effect', { skip }, async t => {
  await checkRows(await desk(t, site), [...LIST_KEYS, ...FRAME_KEYS], {
    open: openList,
    async focus({ page }, from) {
      if (from === 'Call') await row(page, 'Book').press('ArrowRight')
      await focusRow(page, from)
    },
  })
})

test('each key of a cell shows its effect', { skip }, async t => {
  await checkRows(await desk(t, site), CELL_KEYS, {
    open: openList,
    async focus({ page }) {
      await focusRow(page, 'Book')
      await press(page, 'Home', 'ArrowRight')
    },
  })
})

test('each key of a board shows its effect', { skip }, async t => {
  await checkRows(await desk(t, site), BOARD_KEYS, {
    open: at => at.open('board'),
    focus: ({ card }, from) => card(from).focus(),
  })
})

test('each key of a task in the pane shows its effect', { skip }, async t => {
  await checkRows(await desk(t, site), PANE_KEYS, {
    open: openList,
    async focus({ page, pane }) {
      await focusRow(page, 'Book')
      await press(page, 'Enter')
      await pane('Book').waitFor()
      await pane('Book').getByRole('heading', { name: 'Book', exact: true }).focus()
    },
  })
})

test('each key of a text gives it its format', { skip }, async t => {
  const at = await desk(t, site)
  const { page } = at
  await at.open('list')
  await focusRow(page, 'Book')
  await press(page, 'Enter')
  const text = at.pane('Book').getByRole('textbox', { name: 'Description', exact: true })
  const toolbar = at.pane('Book').getByRole('toolbar', { name: 'Formatting' })
  for (const { keys, button } of TEXT_KEYS) {
    await text.click()
    await toolbar.waitFor()
    await press(page, 'Control+a')
    await page.keyboard.type('words')
    await press(page, 'Control+a', keys)
    await toolbar.getByRole('button', { name: button, exact: true, pressed: true }).waitFor()
    await press(page, keys)
    await toolbar.getByRole('button', { name: button, exact: true, pressed: false }).waitFor()
  }
  await press(page, 'Control+k')
  await page.getByRole('form', { name: 'Link' }).waitFor()
  await press(page, 'Escape')
})

test('Escape closes what is open, then ends the selection, then leaves the task', { skip }, async t => {
  const at = await desk(t, site)
  const { page } = at
  await at.open('list')
  await focusRow(page, 'Book')
  await press(page, 'Space', 'x', 'd')
  await page.getByRole('dialog', { name: 'Due date' }).waitFor()
  await at.pane('Book').waitFor()
  await press(page, 'Escape')
  await page.getByRole('dialog', { name: 'Due date' }).waitFor({ state: 'detached' })
  const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' })
  await toolbar.getByRole('button', { name: 'Complete' }).focus()
  await press(page, 'Escape')
  await toolbar.waitFor({ state: 'detached' })
  await row(page, 'Book').and(page.locator(':focus')).waitFor()
  await press(page, 'Escape')
  await at.pane('Book').waitFor({ state: 'detached' })
  await row(page, 'Book').and(page.locator(':focus')).waitFor()
  await press(page, 'r')
  const comment = at.pane('Book').getByRole('textbox', { name: 'Comment', exact: true })
  await comment.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Half a thought')
  await press(page, 'Escape')
  await untilEqual(() => comment.innerText(), 'Half a thought')
  await at.pane('Book').waitFor()
  await press(page, 'Escape')
  await at.pane('Book').waitFor({ state: 'detached' })
})

/** All keys of commands in a list, as their names for the browser. */
const COMMAND_KEYS = LIST_KEYS.map(({ keys }) => keys).filter(
  keys => !/[ ]|Arrow|Home|End|Page|Enter|Escape/.test(keys),
)

test('keys write in a field, and do nothing else', { skip }, async t => {
  const at = await desk(t, site)
  const { page } = at
  await at.open('list')
  await focusRow(page, 'Book')
  await press(page, 'Enter')
  const name = at.pane('Book').getByRole('textbox', { name: 'Task name', exact: true })
  await name.fill('')
  const letters = COMMAND_KEYS.filter(keys => keys.length === 1 || /^Shift\+[A-Z]$/.test(keys))
  await press(page, ...letters, '[', '/', '?')
  await name.and(page.locator(':focus')).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal(await page.locator('.sidebar').isVisible(), true)
  // Neither an act that could be redone nor a row that could move is touched.
  await at.open('list')
  await focusRow(page, 'Book')
  await press(page, 'l')
  await at.notice('Task liked')
  await press(page, 'Control+z')
  await at.notice('Undone')
  await press(page, 'F2')
  await row(page, 'Book').locator('input:focus').waitFor()
  await press(page, 'Control+Shift+Z', 'Alt+Shift+ArrowDown', 'Control+Enter')
  await untilTasks(page, ['Write', 'Book', 'Print'])
  assert.equal(await page.getByRole('region', { name: 'Notices' }).getByText('Redone').count(), 0)
  assert.equal(at.visitor.context.pages().length, 1)
})

test('keys of the system and of an unfinished composition do nothing', { skip }, async t => {
  const at = await desk(t, site)
  const { page } = at
  await at.open('list')
  await focusRow(page, 'Book')
  const letters = JSON.stringify(COMMAND_KEYS.filter(keys => keys.length === 1))
  const taken = await page.evaluate<string[]>(`${letters}.flatMap(key =>
    [{ isComposing: true }, { metaKey: true }].flatMap(more => {
      const init = { key, code: 'Key' + key.toUpperCase(), bubbles: true, cancelable: true, ...more }
      const isFree = document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init))
      return isFree ? [] : [key + ' ' + Object.keys(more)]
    }))`)
  assert.deepEqual(taken, [])
  assert.equal(await page.getByRole('dialog').count(), 0)
  await row(page, 'Book').and(page.locator(':focus')).waitFor()
})

test('on a keyboard without Latin letters the positions of the keys count', { skip }, async t => {
  const at = await desk(t, site)
  const { page } = at
  const cyrillic = (key: string, code: string) =>
    page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: '${key}', code: '${code}', bubbles: true, cancelable: true }))`)
  await at.open('list')
  await focusRow(page, 'Book')
  await cyrillic('о', 'KeyJ')
  await row(page, 'Print').and(page.locator(':focus')).waitFor()
  await cyrillic('ф', 'KeyA')
  await page.getByRole('dialog', { name: 'Assignee' }).waitFor()
  await at.open('board')
  await at.card('Book').focus()
  await cyrillic('о', 'KeyJ')
  await at.card('Print').and(page.locator(':focus')).waitFor()
})

test('the sheet of shortcuts and the documentation name each key', { skip }, async t => {
  const at = await desk(t, site)
  const { page } = at
  await at.open('list?f.assignee=empty')
  await focusRow(page, 'Book')
  await press(page, '?')
  const shown = await sheetKeys(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  const documented = await documentedKeys()
  const all = [...LIST_KEYS, ...CELL_KEYS, ...BOARD_KEYS, ...PANE_KEYS, ...FRAME_KEYS, ...TEXT_KEYS]
  const missing = all.flatMap(({ keys, isOfBoard }) => {
    const { sheet, docs } = keyNames(keys)
    const inSheet = isOfBoard || shown.has(sheet) ? [] : [`${sheet} in the sheet`]
    return documented.has(docs) ? inSheet : [...inSheet, `${docs} in docs/app.md`]
  })
  assert.deepEqual([...new Set(missing)], [])
})
