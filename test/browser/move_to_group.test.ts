/** "Move to…" where the view groups by a field: the dialog offers the groups, and sets the value as dragging does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, type Launch, press, row, untilEqual, untilSent } from './launch.ts'
import { administrator, createObject, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Move to…' })
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })

/** The tasks of a project with a member, as the server has them. */
async function read({ context }: Visitor, { project }: Launch, field: string): Promise<Map<string, unknown>> {
  const path = `/api/1.0/projects/${project}/tasks?opt_fields=name,${field}`
  const tasks = (await (await context.request.get(path, { headers })).json()).data as Record<string, unknown>[]
  return new Map(tasks.map(task => [String(task.name), task[field]]))
}

test('a list that is grouped by assignee moves tasks to another person, and undoing takes it back', {
  skip,
}, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Grouped list', ['Brief', 'Venue'])
  await createObject(visitor, '/tasks', { name: 'Mine', assignee: 'me', projects: [launch.project] })
  await page.goto(`/1/${launch.workspace}/project/${launch.project}/list?group=assignee`)
  await row(page, 'Brief').focus()
  await press(page, 'x')
  await row(page, 'Venue').focus()
  await press(page, 'x', 'm')
  const people = dialogOn(page).getByRole('radiogroup', { name: 'Assignee' })
  await untilEqual(() => people.getByRole('radio', { name: 'No assignee' }).isChecked(), true)
  assert.deepEqual(await violations(page), [])
  await people.getByRole('radio', { name: 'admin' }).check()
  await dialogOn(page).getByRole('button', { name: 'Move', exact: true }).click()
  await notices(page).getByText('2 tasks moved to admin').waitFor()
  const assigned = async () => {
    await untilSent(page)
    return [...(await read(visitor, launch, 'assignee')).values()].filter(Boolean).length
  }
  await untilEqual(assigned, 3)
  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await notices(page).getByText('Undone').waitFor()
  await untilEqual(assigned, 1)
})

test('a board that is grouped by due date moves a card to a day, and to a section', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Grouped board', ['Brief'])
  await createObject(visitor, '/tasks', { name: 'Far away', due_on: '2099-01-01', projects: [launch.project] })
  await page.clock.setFixedTime('2026-12-09T10:00:00Z')
  await page.goto(`/1/${launch.workspace}/project/${launch.project}/board?group=due_on`)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Brief', exact: true }) })
  await card.focus()
  await press(page, 'm')
  const days = dialogOn(page).getByRole('radiogroup', { name: 'Due date' })
  await untilEqual(() => days.getByRole('radio', { name: 'Later', exact: true }).isDisabled(), true)
  await days.getByText('This period names no day: set the due date instead.').waitFor()
  await days.getByRole('radio', { name: 'Tomorrow' }).check()
  await dialogOn(page).getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('group', { name: 'Tomorrow' }).getByRole('link', { name: 'Brief', exact: true }).waitFor()
  await untilSent(page)
  assert.equal((await read(visitor, launch, 'due_on')).get('Brief'), '2026-12-10')
  await card.focus()
  await press(page, 'm')
  await dialogOn(page).getByRole('radio', { name: 'Section', exact: true }).check()
  await dialogOn(page).getByRole('radio', { name: 'Doing' }).check()
  await dialogOn(page).getByRole('button', { name: 'Move', exact: true }).click()
  await notices(page).getByText('Moved to Doing').waitFor()
  await untilSent(page)
  const [membership] = (await read(visitor, launch, 'memberships')).get('Brief') as { section: { gid: string } }[]
  assert.equal(membership?.section.gid, launch.sections[1])
})
