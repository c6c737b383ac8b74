/** The keyboard map of tasks as rows: keys, what they do, and how that is seen. Keys have the names of the browser. */
import type { Locator } from 'playwright-core'
import { row, untilEqual } from '../launch.ts'
import type { Desk } from './desk.ts'
import {
  announced,
  cellFocused,
  dialog,
  field,
  heading,
  type KeyRow,
  menu,
  notice,
  order,
  part,
  rowFocused,
  selected,
} from './effects.ts'

/** What the keys of tasks do, whether the task has a row, a card or the pane. */
const TASK_KEYS: readonly KeyRow[] = [
  { keys: 'e', action: 'complete', shows: notice('Task completed') },
  { keys: 'a', action: 'assign', shows: dialog('Assignee') },
  { keys: 'i', action: 'assign to me', shows: notice('Task assigned to you') },
  { keys: 'd', action: 'due date', shows: dialog('Due date') },
  { keys: 'Shift+D', action: 'start date', shows: field('Start date') },
  { keys: 's', action: 'section', shows: dialog('Section') },
  { keys: 'm', action: 'move to…', shows: dialog('Move to…') },
  { keys: 'p', action: 'add to project', shows: dialog('Project') },
  { keys: 't', action: 'tags', shows: dialog('Tags') },
  { keys: 'b', action: 'blocked by', shows: dialog('Blocked by') },
  { keys: 'Shift+B', action: 'blocking', shows: dialog('Blocking') },
  { keys: 'r', action: 'comment', shows: part('Comment') },
  { keys: 'l', action: 'like', shows: notice('Task liked') },
  { keys: 'w', action: 'follow', shows: ({ page }) => page.getByText(/^Task (no longer )?followed$/).waitFor() },
  { keys: 'y', action: 'copy link', shows: notice('Link copied') },
  { keys: '.', action: 'context menu', shows: menu('Duplicate') },
  { keys: 'Shift+F10', action: 'context menu', shows: menu('Duplicate') },
  { keys: 'Delete', action: 'move to trash', shows: notice('Moved to trash') },
  { keys: 'o', action: 'open as page', shows: heading('Book') },
  {
    keys: 'Control+Enter',
    action: 'open in new tab',
    shows: ({ visitor: { context } }) => untilEqual(async () => context.pages().length, 2),
  },
]

const layout = (name: string) => (at: Desk) => at.page.waitForURL(`**/${name}`)

/** The keys that follow and select the rows of a list and the cards of a board. */
const itemKeys = (itemOf: (at: Desk, name: string) => Locator): readonly KeyRow[] => [
  {
    keys: 'Space',
    action: 'pane follows focus',
    async shows(at) {
      await at.pane('Book').waitFor()
      await at.focused(itemOf(at, 'Book'))
      await at.page.keyboard.press('j')
      await at.pane('Print').waitFor()
      await at.page.keyboard.press('Escape')
      await at.pane('Print').waitFor({ state: 'detached' })
    },
  },
  { keys: 'x', action: 'select', shows: selected(1) },
  { keys: 'Shift+ArrowDown', action: 'extend', shows: selected(2) },
  { keys: 'Shift+ArrowUp', action: 'extend', shows: selected(2) },
  { keys: 'Control+a', action: 'select all shown', shows: selected(3) },
]

export const LIST_KEYS: readonly KeyRow[] = [
  { keys: 'ArrowDown', action: 'next row', shows: rowFocused('Print') },
  { keys: 'j', action: 'next row', shows: rowFocused('Print') },
  { keys: 'ArrowUp', action: 'previous row', shows: rowFocused('Write') },
  { keys: 'k', action: 'previous row', shows: rowFocused('Write') },
  { keys: 'Control+Home', action: 'first row', shows: rowFocused('To do') },
  {
    keys: 'Control+End',
    action: 'last row',
    shows: ({ page }) =>
      untilEqual(async () => {
        const last = await page.getByRole('treegrid').getAttribute('aria-rowcount')
        return page.locator(`[role="row"][aria-rowindex="${last}"]:focus, [aria-rowindex="${last}"] :focus`).count()
      }, 1),
  },
  { keys: 'PageUp', action: 'page', shows: rowFocused('To do') },
  {
    keys: 'PageDown',
    action: 'page',
    from: 'To do',
    shows: ({ page }) =>
      page.locator('[role="row"]:focus, [role="row"] :focus').and(page.locator(':not([aria-rowindex="2"])')).waitFor(),
  },
  { keys: 'ArrowRight', action: 'expand', shows: ({ page }) => row(page, 'Call').waitFor() },
  { keys: 'ArrowRight', action: 'enter cells', from: 'Print', shows: cellFocused('1') },
  { keys: 'ArrowLeft', action: 'go to parent', shows: rowFocused('To do') },
  {
    keys: 'ArrowLeft',
    action: 'collapse',
    from: 'To do',
    shows: ({ page }) => row(page, 'Book').waitFor({ state: 'detached' }),
  },
  { keys: 'Home', action: 'first cell', shows: cellFocused('1') },
  { keys: 'End', action: 'last cell', shows: cellFocused('4') },
  { keys: 'Enter', action: 'open task', shows: ({ pane }) => pane('Book').waitFor() },
  ...itemKeys(({ page }, name) => row(page, name)),
  { keys: 'n', action: 'new task below', shows: field('Task name') },
  { keys: 'u', action: 'new subtask', shows: field('Task name') },
  { keys: 'F2', action: 'rename', shows: ({ page }) => row(page, 'Book').locator('input:focus').waitFor() },
  { keys: 'Alt+Shift+ArrowUp', action: 'move up', shows: order('Book', 'Write', 'Print') },
  { keys: 'Alt+Shift+ArrowDown', action: 'move down', shows: order('Write', 'Print', 'Book') },
  {
    keys: 'Alt+Shift+Home',
    action: 'to the top of the section',
    from: 'Print',
    shows: order('Print', 'Write', 'Book'),
  },
  { keys: 'Alt+Shift+End', action: 'to the bottom', from: 'Write', shows: order('Book', 'Print', 'Write') },
  {
    keys: 'Alt+Shift+ArrowRight',
    action: 'indent',
    from: 'Print',
    shows: ({ page }) => untilEqual(() => row(page, 'Print').getAttribute('aria-level'), '3'),
  },
  {
    keys: 'Alt+Shift+ArrowLeft',
    action: 'outdent',
    from: 'Call',
    shows: ({ page }) => untilEqual(() => row(page, 'Call').getAttribute('aria-level'), '2'),
  },
  { keys: 'f', action: 'filter', shows: dialog('Filter') },
  {
    keys: 'Shift+F',
    action: 'clear filters',
    async shows({ page }) {
      await page.keyboard.press('f')
      await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Mine', exact: true }).click()
      await page.waitForURL(/f\.assignee/)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Filter' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Shift+F')
      await untilEqual(async () => /f\.assignee/.test(page.url()), false)
    },
  },
  { keys: 'v', action: 'saved views', shows: menu('Save as new view') },
  ...['overview', 'list', 'board', 'calendar', 'updates', 'files'].map(
    (name, index): KeyRow => ({ keys: String(index + 1), action: `layout ${name}`, shows: layout(name) }),
  ),
  ...TASK_KEYS,
]

export const CELL_KEYS: readonly KeyRow[] = [
  { keys: 'Enter', action: 'edit the focused cell', shows: dialog('Assignee') },
  { keys: 'ArrowLeft', action: 'previous cell', shows: cellFocused('1') },
  { keys: 'Escape', action: 'back to the row', shows: rowFocused('Book') },
]

const cardFocused = (name: string) => (at: Desk) => at.focused(at.card(name))

export const BOARD_KEYS: readonly KeyRow[] = [
  { keys: 'ArrowDown', action: 'next card', shows: cardFocused('Print') },
  { keys: 'j', action: 'next card', shows: cardFocused('Print') },
  { keys: 'ArrowUp', action: 'previous card', shows: cardFocused('Write') },
  { keys: 'k', action: 'previous card', shows: cardFocused('Write') },
  { keys: 'Home', action: 'first card', shows: cardFocused('Write') },
  { keys: 'End', action: 'last card', shows: cardFocused('Print') },
  { keys: 'PageDown', action: 'page', shows: cardFocused('Print') },
  { keys: 'PageUp', action: 'page', shows: cardFocused('Write') },
  { keys: 'Enter', action: 'open task', shows: ({ pane }) => pane('Book').waitFor() },
  ...itemKeys(({ card }, name) => card(name)),
  { keys: 'n', action: 'new task', shows: field('Task name') },
  { keys: 'u', action: 'new subtask', shows: part('Subtask name') },
  { keys: 'F2', action: 'rename', shows: part('Task name') },
  { keys: 'Alt+Shift+ArrowUp', action: 'move up', shows: announced('Moved to To do, 1 of 3') },
  { keys: 'Alt+Shift+ArrowDown', action: 'move down', shows: announced('Moved to To do, 3 of 3') },
  { keys: 'Alt+Shift+Home', action: 'to the top', from: 'Print', shows: announced('Moved to To do, 1 of 3') },
  { keys: 'Alt+Shift+End', action: 'to the bottom', from: 'Write', shows: announced('Moved to To do, 3 of 3') },
  { keys: 'Alt+Shift+ArrowRight', action: 'next column', isOfBoard: true, shows: announced('Moved to Doing, 1 of 1') },
  ...TASK_KEYS,
]

export const PANE_KEYS: readonly KeyRow[] = [
  { keys: 'Escape', action: 'leave pane', shows: rowFocused('Book') },
  { keys: 'u', action: 'new subtask', shows: part('Subtask name') },
  { keys: 'F2', action: 'rename', shows: part('Task name') },
  ...TASK_KEYS,
]

/** Formats of a text, and the button that is pressed then. */
export const TEXT_KEYS: readonly { keys: string; button: string; isOfBoard?: true }[] = [
  { keys: 'Control+b', button: 'Bold' },
  { keys: 'Control+i', button: 'Italic' },
  { keys: 'Control+u', button: 'Underline' },
  { keys: 'Control+Shift+X', button: 'Strikethrough' },
  { keys: 'Control+e', button: 'Code' },
  { keys: 'Control+Shift+7', button: 'Numbered list' },
  { keys: 'Control+Shift+8', button: 'Bulleted list' },
  { keys: 'Control+Shift+9', button: 'Quote' },
  { keys: 'Control+Alt+1', button: 'Heading 1' },
  { keys: 'Control+Alt+2', button: 'Heading 2' },
]
