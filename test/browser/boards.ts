/** A board of a project, and what tests find, read and drag on it. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { untilEqual } from './launch.ts'
import { administrator, createObject, firstOrganization, type Site, type Visitor } from './visitor.ts'

export const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
export const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

/** The names of the cards of a column, from the top. */
export const cardsOf = (page: Page, name: string): Promise<string[]> =>
  column(page, name).getByRole('listitem').getByRole('link').allInnerTexts()

/** Waits until a column has these cards. */
export const waitForCards = (page: Page, name: string, wanted: readonly string[]): Promise<void> =>
  untilEqual(() => cardsOf(page, name), wanted)

/** Waits until the server has everything. */
export const waitForSaved = (page: Page) => page.locator('html[data-unsent="0"]').waitFor()

export interface OpenBoard extends Visitor {
  readonly project: string
  readonly path: string
}

/** Opens the board of a new project with two sections, of which the first has the tasks A, B and C. */
export async function openBoard(
  t: TestContext,
  site: Site,
  options: Parameters<typeof administrator>[2] = {},
): Promise<OpenBoard> {
  const visitor = await administrator(t, site, options)
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Launch', workspace })
  const section = await createObject(visitor, `/projects/${project}/sections`, { name: 'To do' })
  await createObject(visitor, `/projects/${project}/sections`, { name: 'Done' })
  for (const name of ['C', 'B', 'A'])
    await createObject(visitor, '/tasks', { name, memberships: [{ project, section }] })
  const path = `/1/${workspace}/project/${project}/board`
  await visitor.page.goto(path)
  await waitForCards(visitor.page, 'To do', ['A', 'B', 'C'])
  return { ...visitor, project, path }
}

export const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, top: box.y + 4, bottom: box.y + box.height - 4 }
}

export async function startDrag(page: Page, source: Locator, to: { x: number; y: number }): Promise<void> {
  const from = await middleOf(source)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.move(to.x, to.y, { steps: 4 })
}
