/** Navigation: from the click on a link until the content of the screen is painted, when its code was loaded before. */
import type { Page } from 'playwright-core'
import { sizes } from '../sizes.ts'
import { type AppMeasurement, openRows, pathOf, slowest } from './lines.ts'
import type { Office } from './office.ts'
import { timeToPaint, untilQuiet } from './page.ts'

/** A screen: how a person gets there, and what it shows then. */
interface Screen {
  name: string
  open(page: Page): Promise<unknown>
  /** The end of its path, and a selector of its content. */
  path: string
  content: string
}

const inSidebar = (name: RegExp) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

const inProject = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Project views' }).getByRole('link', { name, exact: true }).click()

const ROWS = '[role=treegrid] [data-kind=task]'

/** In an order in which each leads to the next. */
const screensOf = ({ project }: Office): Screen[] => {
  const layout = (name: string, content: string): Screen => {
    const path = `/project/${project('screens')}/${name.toLowerCase()}`
    return { name: `project, ${name.toLowerCase()}`, open: inProject(name), path, content }
  }
  return [
    layout('Overview', '.overview-card'),
    layout('List', ROWS),
    layout('Board', '.board-card'),
    layout('Calendar', '.calendar [data-gid]'),
    layout('Updates', '.updates [data-gid]'),
    layout('Files', '.files .file'),
    { name: 'home', open: inSidebar(/^Home/), path: '/home', content: '.home-task' },
    { name: 'my tasks', open: inSidebar(/^My tasks/), path: '/my_tasks', content: ROWS },
    { name: 'inbox', open: inSidebar(/^Inbox/), path: '/inbox', content: '[data-notification]' },
    { name: 'people', open: inSidebar(/^People/), path: '/people', content: '.people-row' },
    { name: 'trash', open: inSidebar(/^Trash/), path: '/trash', content: '.page .empty, .page .empty-state' },
    { name: 'search', open: page => page.keyboard.press('/'), path: '/search', content: '.search-box input:focus' },
  ]
}

/** The screen is there, and no part of it is loading. */
const isShown = ({ path, content }: Screen): string =>
  `location.pathname.endsWith('${path}') && document.querySelector('main :is(${content})') !== null &&
    document.querySelector('main :is([aria-busy=true], .loading, .skeleton-rows)') === null`

export const measureScreens: AppMeasurement = async (report, office) => {
  const context = await office.open('dan')
  const page = await openRows(context, pathOf(office, 'screens'))
  const screens = screensOf(office)
  const times = new Map<string, number[]>(screens.map(({ name }) => [name, []]))
  for (let visit = 0; visit <= sizes.app.visits; visit++) {
    for (const screen of screens) {
      const time = await timeToPaint(page, () => screen.open(page), isShown(screen))
      // The first visit loads the code.
      if (visit > 0) times.get(screen.name)?.push(time)
      await untilQuiet(page)
    }
    await page.locator(`.sidebar [data-gid="${office.project('screens')}"]`).click()
    await page.getByRole('navigation', { name: 'Project views' }).waitFor()
    await untilQuiet(page)
  }
  for (const [name, found] of times) await report(slowest(`app: click to screen, p95, ${name}`, found, ''))
  await context.close()
}
