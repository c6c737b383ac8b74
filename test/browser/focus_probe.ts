/** Probes of what a page has: its title, the names of its lists, and where the focus is seen. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** The number of titles of the first level. */
export const titleCount = (page: Page): Promise<number> => page.locator('h1').count()

/** The names that several lists of the page share, with the role. */
export const sharedNames = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const lists = 'ul[aria-label], ol[aria-label], [role=list][aria-label], [role=treegrid], [role=grid], nav, aside'
    const names = [...document.querySelectorAll(lists)].map(one => one.localName + ' ' + one.ariaLabel)
    return names.filter((name, at) => names.indexOf(name) !== at)
  })()`)

/** What is still found after a while: scrolling to the focus, and the layout in a new size, end a moment later. */
export async function remaining(probe: () => Promise<string[]>): Promise<string[]> {
  let found = await probe()
  for (let look = 0; look < MAX_LOOKS && found.length > 0; look++) {
    await setTimeout(LOOK_MS)
    found = await probe()
  }
  return found
}

const MAX_LOOKS = 100
const LOOK_MS = 50

/**
 * The element with the focus if something covers it, or if it lies outside of the window. Of a large one, some part must be
 * seen; one without an area is drawn by a label or shown for readers only.
 */
export async function coveredFocus(page: Page): Promise<string | null> {
  const [covered = null] = await remaining(async () => [await isCovered(page)].filter(one => one !== null))
  return covered
}

const isCovered = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const { left, top, right, bottom, width, height } = focused.getBoundingClientRect()
    if (width < 2 || height < 2) return null
    const isSeen = (x, y) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (focused.contains(hit) || hit.contains(focused) || hit.closest('label')?.control === focused)
    }
    const between = (from, to, part) => from + (to - from) * part
    const parts = [0.1, 0.5, 0.9]
    const seen = parts.some(x => parts.some(y => isSeen(between(left, right, x), between(top, bottom, y))))
    return seen ? null : focused.outerHTML.slice(0, 160)
  })()`)

/** The width of the content beyond that of the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
