/** The place where keys are pressed: projects with three tasks, of which the second has a subtask. */
import type { Locator, Page } from 'playwright-core'
import { createLaunch } from '../launch.ts'
import { administrator, createObject, type Site, type Visitor } from '../visitor.ts'

export interface Desk {
  readonly visitor: Visitor
  readonly page: Page
  /** Opens a layout of a new project, so that no row depends on those before it. */
  open(layout: string): Promise<void>
  card(name: string): Locator
  pane(name: string): Locator
  notice(text: string): Promise<void>
  /** Waits until an element has the focus. */
  focused(element: Locator): Promise<void>
}

const EFFECT_MS = 10_000

type Scope = Parameters<typeof administrator>[0]

export async function desk(t: Scope, site: Site): Promise<Desk> {
  const visitor = await administrator(t, site, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visitor
  // A key whose effect is missing must not hold up those after it.
  page.setDefaultTimeout(EFFECT_MS)
  const notices = page.getByRole('region', { name: 'Notices' })
  return {
    ...{ visitor, page },
    async open(layout) {
      const { workspace, project } = await createLaunch(visitor, 'Keys', ['Print'])
      const book = await createObject(visitor, '/tasks', { name: 'Book', projects: [project] })
      await createObject(visitor, `/tasks/${book}/subtasks`, { name: 'Call' })
      await createObject(visitor, '/tasks', { name: 'Write', projects: [project] })
      await page.goto(`/1/${workspace}/project/${project}/${layout}`)
    },
    card: name =>
      page
        .getByRole('region', { name: 'Board' })
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) }),
    pane: name => page.getByRole('complementary', { name, exact: true }),
    notice: text => notices.getByText(text, { exact: true }).first().waitFor(),
    focused: element => element.and(page.locator(':focus')).waitFor(),
  }
}
