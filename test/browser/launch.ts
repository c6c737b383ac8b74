/** What the tests of projects share: a project with two sections, its list, and how a test waits for rows. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { createObject, firstOrganization, type Visitor } from './visitor.ts'

export const headers = { 'x-requested-with': 'test' }
export const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** The names of the rows of a kind on the screen, in their order. */
const rowsOn = (page: Page, kind: 'task' | 'section'): Promise<(string | null)[]> =>
  page
    .locator(`.grid-body > [data-kind="${kind}"]`)
    .evaluateAll(rows =>
      rows
        .toSorted(
          (a, b) => Number(a.ariaRowIndex ?? a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')),
        )
        .map(one => one.getAttribute('aria-label')),
    )

const DEADLINE_MS = 20_000
const STEP_MS = 50

/**
 * Waits until what is read equals the expected value: pages show what happened a moment later. `read` may be called any
 * number of times.
 */
export async function untilEqual(read: () => Promise<unknown>, expected: unknown, message?: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < DEADLINE_MS; await setTimeout(STEP_MS)) {
    if (isDeepStrictEqual(await read(), expected)) return
  }
  const seen = await read()
  if (message === undefined) assert.deepEqual(seen, expected)
  else assert.deepEqual(seen, expected, message)
}

/** Waits until the rows of a kind on the screen are these. */
const untilRows = (page: Page, kind: 'task' | 'section', expected: readonly string[]): Promise<void> =>
  untilEqual(() => rowsOn(page, kind), expected)

export const untilTasks = (page: Page, expected: readonly string[]) => untilRows(page, 'task', expected)
export const untilSections = (page: Page, expected: readonly string[]) => untilRows(page, 'section', expected)

/** Waits until an expression is true in the page. */
export const untilTrue = (page: Page, expression: string): Promise<void> =>
  untilEqual(() => page.evaluate<boolean>(expression), true, `It did not become true: ${expression}`)

/** Waits until everything that was done is stored on the server. */
export const untilSent = (page: Page) => page.locator('html[data-unsent="0"]').waitFor({ state: 'attached' })

export interface Launch {
  workspace: string
  project: string
  sections: readonly string[]
}

/** A project with the sections "To do" and "Doing", the first with tasks. */
export async function createLaunch(visitor: Visitor, name: string, tasks: readonly string[] = []): Promise<Launch> {
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name, workspace })
  const found = await visitor.context.request.get(`/api/1.0/projects/${project}/sections`, { headers })
  const [first] = (await found.json()).data as { gid: string }[]
  assert.ok(first)
  await visitor.context.request.put(`/api/1.0/sections/${first.gid}`, { headers, data: { data: { name: 'To do' } } })
  const second = await createObject(visitor, `/projects/${project}/sections`, { name: 'Doing' })
  // A new task is the first one of its section.
  for (const task of tasks.toReversed()) await createObject(visitor, '/tasks', { name: task, projects: [project] })
  return { workspace, project, sections: [first.gid, second] }
}

export const openList = async (page: Page, { workspace, project }: Launch): Promise<Locator> => {
  await page.goto(`/1/${workspace}/project/${project}/list`)
  const grid = page.getByRole('treegrid')
  await grid.waitFor()
  return grid
}

/** Resolves when the server has stored preferences of which the response contains a text. */
export const preferencesSent = (page: Page, part: string): Promise<unknown> =>
  page.waitForResponse(
    async response => response.url().endsWith('/-/preferences') && (await response.text()).includes(part),
  )
