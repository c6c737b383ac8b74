/** The time of a task in the pane: entries, and the timer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, openList, row, untilEqual } from './launch.ts'
import { administrator, createObject, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

/** Opens the pane of a task, and returns its part about time. */
async function openTime(page: Page, task: string) {
  await row(page, task).getByRole('link', { name: task, exact: true }).click()
  const part = page.getByRole('region', { name: 'Time', exact: true })
  await part.waitFor()
  return part
}

interface Entry {
  duration_minutes: number
  entered_on: string
  billable_status: string
  description: string
  categories: { name: string }[]
}

async function entriesOf({ context }: Visitor, task: string): Promise<Entry[]> {
  const fields = 'duration_minutes,entered_on,billable_status,description,categories.name'
  const path = `/api/1.0/tasks/${task}/time_tracking_entries?opt_fields=${fields}`
  return (await (await context.request.get(path, { headers })).json()).data
}

const gidOf = async (page: Page, task: string) => (await row(page, task).getAttribute('data-gid')) ?? ''

test('time is added, changed and deleted, and the sum follows', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Time', ['Sew the tent'])
  await createObject(visitor, '/time_tracking_categories', { name: 'Workshop', workspace: launch.workspace })
  await openList(page, launch)
  const gid = await gidOf(page, 'Sew the tent')
  const part = await openTime(page, 'Sew the tent')
  await part.getByRole('button', { name: 'Add time', exact: true }).click()
  const form = part.getByRole('group', { name: 'Add time', exact: true })
  await form.getByRole('textbox', { name: 'Duration', exact: true }).fill('soon')
  await form.getByRole('button', { name: 'Add time', exact: true }).click()
  await form.getByText('Enter a duration, such as 1h 30m, 90m or 1:30').waitFor()
  await form.getByRole('textbox', { name: 'Duration', exact: true }).fill('1:30')
  await form.getByLabel('Day', { exact: true }).fill('2026-01-05')
  await form.getByLabel('Category', { exact: true }).selectOption({ label: 'Workshop' })
  await form.getByLabel('Billable', { exact: true }).selectOption({ label: 'Billable' })
  await form.getByRole('textbox', { name: 'What was done', exact: true }).fill('The floor')
  assert.deepEqual(await violations(page), [])
  await form.getByRole('button', { name: 'Add time', exact: true }).click()
  await part.getByText('Actual time: 1h 30m', { exact: true }).waitFor()
  const [entry] = await entriesOf(visitor, gid)
  assert.deepEqual([entry?.duration_minutes, entry?.entered_on, entry?.billable_status], [90, '2026-01-05', 'billable'])
  assert.deepEqual([entry?.description, entry?.categories[0]?.name], ['The floor', 'Workshop'])
  const list = part.getByRole('list', { name: 'Time entries', exact: true })
  for (const text of ['Workshop', 'Billable', 'The floor']) await list.getByText(text, { exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  await list.getByRole('button', { name: /^Edit 1h 30m of / }).click()
  const edit = part.getByRole('group', { name: 'Edit time', exact: true })
  await edit.getByRole('textbox', { name: 'Duration', exact: true }).fill('2h')
  await edit.getByLabel('Category', { exact: true }).selectOption({ label: 'None' })
  await edit.getByRole('button', { name: 'Save time', exact: true }).click()
  await part.getByText('Actual time: 2h', { exact: true }).waitFor()
  const [changed] = await entriesOf(visitor, gid)
  assert.deepEqual([changed?.duration_minutes, changed?.categories], [120, []])
  await list.getByRole('button', { name: /^Delete 2h of / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete time', exact: true }).click()
  await list.waitFor({ state: 'detached' })
  await untilEqual(() => entriesOf(visitor, gid), [])
})

test('the timer survives a reload, and moves to another task with its time recorded', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Timer', ['First', 'Second'])
  await openList(page, launch)
  const [first, second] = [await gidOf(page, 'First'), await gidOf(page, 'Second')]
  const part = await openTime(page, 'First')
  await part.getByRole('button', { name: 'Start timer', exact: true }).click()
  await part.getByRole('timer', { name: 'Timer', exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  // The timer started nine minutes ago.
  await page.evaluate(`{
    const timer = JSON.parse(localStorage.getItem('workloom_timer'))
    localStorage.setItem('workloom_timer', JSON.stringify({ ...timer, startedAt: timer.startedAt - 540000 }))
  }`)
  await page.reload()
  await part.getByRole('timer', { name: 'Timer', exact: true }).filter({ hasText: /^9:/ }).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await openTime(page, 'Second')
  await part.getByRole('link', { name: 'First', exact: true }).waitFor()
  await part.getByRole('button', { name: 'Start timer', exact: true }).click()
  await part.getByRole('button', { name: 'Stop timer', exact: true }).waitFor()
  await untilEqual(async () => (await entriesOf(visitor, first)).map(({ duration_minutes }) => duration_minutes), [9])
  await part.getByRole('button', { name: 'Stop timer', exact: true }).click()
  await part.getByText('Actual time: 1m', { exact: true }).waitFor()
  await untilEqual(async () => (await entriesOf(visitor, second)).length, 1)
  await untilEqual(() => page.evaluate(`localStorage.getItem('workloom_timer')`), null)
})

test('the time of a task fits a narrow window', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 320, height: 640 } })
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Narrow', ['Small'])
  await openList(page, launch)
  const gid = await gidOf(page, 'Small')
  await createObject(visitor, `/tasks/${gid}/time_tracking_entries`, {
    duration_minutes: 75,
    description: 'A long day',
  })
  const part = await openTime(page, 'Small')
  await part.getByText('Actual time: 1h 15m', { exact: true }).waitFor()
  await part.getByRole('button', { name: 'Add time', exact: true }).click()
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
})
