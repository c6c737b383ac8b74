/** The command menu: until it can be typed in, and from each key to the results among many names. */
import type { Page } from 'playwright-core'
import { sizes } from '../sizes.ts'
import { timed } from '../table.ts'
import { type AppMeasurement, count, keyLine, longFramesLine, openRows, pathOf } from './lines.ts'
import { markTime, record, recorded, untilQuiet, untilTrue, whenPainted } from './page.ts'

const { keys, names, visits } = sizes.app
/** The text grows to a name, and is deleted again. */
const TEXT = 'review the landing page 12'
const IS_FOCUSED = "document.activeElement?.matches('.command-input') === true"

export const measureCommandMenu: AppMeasurement = async (report, office) => {
  const context = await office.open()
  const page = await openRows(context, `${pathOf(office, 'names')}?show=all`)
  // The first time loads the code.
  await openMenu(page)
  await closeMenu(page)
  const times: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    times.push(await openMenu(page))
    await closeMenu(page)
  }
  const opening = { work: 'app: command menu, open to focused input', target: '80; 50', unit: 'ms', digits: 0 }
  await report(timed(opening, times, undefined))
  await openMenu(page)
  await record(page)
  for (let key = 0; key < keys; key++) await page.keyboard.press(keyAt(key))
  const typed = await recorded(page)
  await report(keyLine(`app: command menu, key to results, p95, ${count(names)} names`, typed, keys, '50; 24 ms'))
  await report(longFramesLine('typing in the command menu', typed.longFrames))
  await context.close()
}

const keyAt = (key: number): string => {
  const place = key % (2 * TEXT.length)
  return TEXT[place] ?? 'Backspace'
}

/** Milliseconds from the key until the menu has marked itself and its input has the focus. */
async function openMenu(page: Page): Promise<number> {
  await page.evaluate(`(() => {
    performance.clearMarks('workloom:commands')
    const onFocus = ({ target, timeStamp }) => {
      if (!target.matches('.command-input')) return
      window.focusedAt = timeStamp
      removeEventListener('focusin', onFocus)
    }
    addEventListener('focusin', onFocus)
  })()`)
  const { began } = await whenPainted(page, () => page.keyboard.press('Control+k'), IS_FOCUSED)
  const marked = await markTime(page, 'workloom:commands')
  return Math.max(marked, await page.evaluate<number>('window.focusedAt')) - began
}

async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await untilTrue(page, "document.querySelector('.command-input') === null")
  await untilQuiet(page)
}
