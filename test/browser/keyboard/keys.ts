/** The keyboard map of tasks as rows: keys, what they do, and how that is seen. Keys have the names of the browser. */
import type { Locator } from 'playwright-core'
import { row, untilEqual } from '../launch.ts'
import type { Desk } from './desk.ts'
import {
  announced,
  cellFocused,
  dialog,
  type Effect,
  field,
  heading,
  type KeyRow,
  lasting,
  menu,
  notice,
  order,
  part,
  removed,
  reversible,
  rowFocused,
  selected,
  shown,
} from './effects.ts'

/** What the keys of tasks do, whether the task has a row, a card or the pane. */
const TASK_KEYS: readonly KeyRow[] = [
  { keys: 'e', action: 'complete', ...removed('Task completed') },
  { keys: 'a', action: 'assign', ...dialog('Assignee') },
  { keys: 'i', action: 'assign to me', ...notice('Task assigned to you') },
  { keys: 'd', action: 'due date', ...dialog('Due date') },
  { keys: 'Shift+D', action: 'start date', ...field('Start date') },
  { keys: 's', action: 'section', ...dialog('Section') },
  { keys: 'm', action: 'move to…', ...dialog('Move to…') },
  { keys: 'p', action: 'add to project', ...dialog('Project') },
  { keys: 't', action: 'tags', ...dialog('Tags') },
  { keys: 'b', action: 'blocked by', ...dialog('Blocked by') },
  { keys: 'Shift+B', action: 'blocking', ...dialog('Blocking') },
  { keys: 'r', action: 'comment', ...part('Comment') },
  { keys: 'l', action: 'like', ...notice('Task liked') },
  { keys: 'w', action: 'follow', ...lasting(({ page }) => page.getByText(/^Task (no longer )?followed$/).waitFor()) },
  { keys: 'y', action: 'copy link', ...notice('Link copied') },
  { keys: '.', action: 'context menu', ...menu('Duplicate') },
  { keys: 'Shift+F10', action: 'context menu', ...menu('Duplicate') },
  { keys: 'Delete', action: 'move to trash', ...removed('Moved to trash') },
  { keys: 'o', action: 'open as page', ...heading('Book') },
  {
    keys: 'Control+Enter',
    action: 'open in new tab',
    shows: ({ visitor: { context } }) => untilEqual(async () => context.pages().length, 2),
  },
]

const layout = (name: string): Effect => ({ shows: ({ page }) => page.waitForURL(`**/${name}`) })

const opened = shown(({ pane }) => pane('Book'))

/** The keys that follow and select the rows of a list and the cards of a board. */
const itemKeys = (itemOf: (at: Desk, name: string) => Locator): readonly KeyRow[] => [
  {
    keys: 'Space',
    action: 'pane follows focus',
    ...lasting(async at => {
      await at.pane('Book').waitFor()
      await at.focused(itemOf(at, 'Book'))
      await at.page.keyboard.press('j')
      await at.pane('Print').waitFor()
      await at.page.keyboard.press('Escape')
      await at.pane('Print').waitFor({ state: 'detached' })
    }),
  },
  { keys: 'x', action: 'select', ...selected(1) },
  { keys: 'Shift+ArrowDown', action: 'extend', ...selected(2) },
  { keys: 'Shift+ArrowUp', action: 'extend', ...selected(2) },
  { keys: 'Control+a', action: 'select all shown', ...selected(3) },
]

export const LIST_KEYS: readonly KeyRow[] = [
  { keys: 'ArrowDown', action: 'next row', ...rowFocused('Print') },
  { keys: 'j', action: 'next row', ...rowFocused('Print') },
  { keys: 'ArrowUp', action: 'previous row', ...rowFocused('Write') },
  { keys: 'k', action: 'previous row', ...rowFocused('Write') },
  { keys: 'Control+Home', action: 'first row', ...rowFocused('To do') },
  {
    keys: 'Control+End',
    action: 'last row',
    ...lasting(({ page }) =>
      untilEqual(async () => {
        const last = await page.getByRole('treegrid').getAttribute('aria-rowcount')
        return page.locator(`[role="row"][aria-rowindex="${last}"]:focus, [aria-rowindex="${last}"] :focus`).count()
      }, 1),
    ),
  },
  { keys: 'PageUp', action: 'page', ...rowFocused('To do') },
  {
    keys: 'PageDown',
    action: 'page',
    from: 'To do',
    ...lasting(({ page }) =>
      page.locator('[role="row"]:focus, [role="row"] :focus').and(page.locator(':not([aria-rowindex="2"])')).waitFor(),
    ),
  },
  {
    keys: 'ArrowRight',
    action: 'expand',
    ...reversible(
      'ArrowLeft',
      ({ page }) => row(page, 'Call').waitFor(),
      ({ page }) => row(page, 'Call').waitFor({ state: 'detached' }),
    ),
  },
  { keys: 'ArrowRight', action: 'enter cells', from: 'Print', ...cellFocused('1') },
  { keys: 'ArrowLeft', action: 'go to parent', ...rowFocused('To do') },
  {
    keys: 'ArrowLeft',
    action: 'collapse',
    from: 'To do',
    ...reversible(
      'ArrowRight',
      ({ page }) => row(page, 'Book').waitFor({ state: 'detached' }),
      ({ page }) => row(page, 'Book').waitFor(),
    ),
  },
  { keys: 'Home', action: 'first cell', ...cellFocused('1') },
  { keys: 'End', action: 'last cell', ...cellFocused('4') },
  { keys: 'Enter', action: 'open task', ...opened },
  ...itemKeys(({ page }, name) => row(page, name)),
  { keys: 'n', action: 'new task below', ...field('Task name') },
  { keys: 'u', action: 'new subtask', shows: field('Task name').shows },
  {
    keys: 'F2',
    action: 'rename',
    ...shown(
      ({ page }) => row(page, 'Book').locator('input:focus'),
      ({ page }) => row(page, 'Book').locator('input:not([type="checkbox"])'),
    ),
  },
  { keys: 'Alt+Shift+ArrowUp', action: 'move up', ...order('Book', 'Write', 'Print') },
  { keys: 'Alt+Shift+ArrowDown', action: 'move down', ...order('Write', 'Print', 'Book') },
  {
    keys: 'Alt+Shift+Home',
    action: 'to the top of the section',
    from: 'Print',
    ...order('Print', 'Write', 'Book'),
  },
  { keys: 'Alt+Shift+End', action: 'to the bottom', from: 'Write', ...order('Book', 'Print', 'Write') },
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
  { keys: 'f', action: 'filter', ...dialog('Filter') },
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
  { keys: 'v', action: 'saved views', ...menu('Save as new view') },
  ...['overview', 'list', 'board', 'calendar', 'updates', 'files'].map(
    (name, index): KeyRow => ({ keys: String(index + 1), action: `layout ${name}`, ...layout(name) }),
  ),
  ...TASK_KEYS,
]

export const CELL_KEYS: readonly KeyRow[] = [
  { keys: 'Enter', action: 'edit the focused cell', ...dialog('Assignee') },
  { keys: 'ArrowLeft', action: 'previous cell', ...cellFocused('1') },
  { keys: 'Escape', action: 'back to the row', ...rowFocused('Book') },
]

const cardFocused = (name: string) => lasting(({ card, focused }) => focused(card(name)))

export const BOARD_KEYS: readonly KeyRow[] = [
  { keys: 'ArrowDown', action: 'next card', ...cardFocused('Print') },
  { keys: 'j', action: 'next card', ...cardFocused('Print') },
  { keys: 'ArrowUp', action: 'previous card', ...cardFocused('Write') },
  { keys: 'k', action: 'previous card', ...cardFocused('Write') },
  { keys: 'Home', action: 'first card', ...cardFocused('Write') },
  { keys: 'End', action: 'last card', ...cardFocused('Print') },
  { keys: 'PageDown', action: 'page', ...cardFocused('Print') },
  { keys: 'PageUp', action: 'page', ...cardFocused('Write') },
  { keys: 'Enter', action: 'open task', ...opened },
  ...itemKeys(({ card }, name) => card(name)),
  { keys: 'n', action: 'new task', ...field('Task name') },
  { keys: 'u', action: 'new subtask', ...part('Subtask name') },
  { keys: 'F2', action: 'rename', ...part('Task name') },
  { keys: 'Alt+Shift+ArrowUp', action: 'move up', ...announced('Moved to To do, 1 of 3') },
  { keys: 'Alt+Shift+ArrowDown', action: 'move down', ...announced('Moved to To do, 3 of 3') },
  { keys: 'Alt+Shift+Home', action: 'to the top', from: 'Print', ...announced('Moved to To do, 1 of 3') },
  { keys: 'Alt+Shift+End', action: 'to the bottom', from: 'Write', ...announced('Moved to To do, 3 of 3') },
  { keys: 'Alt+Shift+ArrowRight', action: 'next column', isOfBoard: true, ...announced('Moved to Doing, 1 of 1') },
  ...TASK_KEYS,
]

export const PANE_KEYS: readonly KeyRow[] = [
  { keys: 'Escape', action: 'leave pane', ...rowFocused('Book') },
  { keys: 'u', action: 'new subtask', ...part('Subtask name') },
  { keys: 'F2', action: 'rename', ...part('Task name') },
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
