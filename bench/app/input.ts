/** Input: keys in a large list, a name that is typed in the pane, and the panes that keys open. */
import type { Page } from 'playwright-core'
import { sizes } from '../sizes.ts'
import { type AppMeasurement, count, keyLine, longFramesLine, openRows, pathOf } from './lines.ts'
import { record, recorded, untilTrue } from './page.ts'

const { keys, large } = sizes.app
const TARGET = '50; 24 ms'
/** Every fifth key selects the task that the others move to. */
const LIST_KEYS = ['j', 'j', 'j', 'j', 'x'] as const
const LETTERS = 'review the landing page '

export const measureInput: AppMeasurement = async (report, office) => {
  const context = await office.open()
  const page = await openRows(context, pathOf(office, 'large'))
  await focusList(page)
  await record(page)
  for (let key = 0; key < keys; key++) await page.keyboard.press(LIST_KEYS[key % LIST_KEYS.length] ?? '')
  const pressed = await recorded(page)
  await report(keyLine(`app: input to paint, p95, ${count(large)} tasks`, pressed, keys, TARGET))
  await report(longFramesLine('keys move the focus', pressed.longFrames))
  await openPane(page)
  await page.locator('.pane [aria-label="Task name"]').focus()
  await record(page)
  for (let key = 0; key < keys; key++) await page.keyboard.press(LETTERS[key % LETTERS.length] ?? '')
  const typed = await recorded(page)
  await report(keyLine(`app: typing a name, p95, ${count(large)} tasks`, typed, keys, TARGET))
  await report(longFramesLine('typing a name', typed.longFrames))
  await context.close()
}

/** Moves the focus to a row of a list. */
export async function focusList(page: Page): Promise<void> {
  await page.locator('.grid-body [data-kind=task]').first().focus()
  await untilTrue(page, 'document.activeElement?.dataset.kind === "task"')
}

/** The pane shows all of the task whose row has the focus. */
const PANE_IS_READY = `location.pathname.endsWith('/task/' + document.activeElement?.dataset.gid) &&
  document.querySelector('.pane[aria-busy=false]:not(:has(.loading, .skeleton-rows, [aria-busy=true]))') !== null`

/** Opens the pane next to a list; it follows the focus from then on. */
export async function openPane(page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await untilTrue(page, PANE_IS_READY)
}

/** Moves the focus to the next task, and with it the pane. */
export async function openNextPane(page: Page): Promise<void> {
  const former = await page.evaluate<string>('location.pathname')
  await page.keyboard.press('j')
  await untilTrue(page, `location.pathname !== '${former}' && ${PANE_IS_READY}`)
}
