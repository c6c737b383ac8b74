/** The rules of a project: writing one, its switch, its runs, and the messages of the server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, type Launch, openList, untilEqual } from './launch.ts'
import { administrator, callConsole, createObject, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

async function openRules(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Project actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rules', exact: true }).click()
  await page.getByRole('dialog', { name: 'Rules', exact: true }).waitFor()
}

interface ShownRule {
  gid: string
  name: string
  is_active: boolean
  trigger: object
  conditions: object[]
  actions: object[]
}

const rulesOf = (visitor: Visitor, { project }: Launch) =>
  callConsole<ShownRule[]>(visitor, 'GET', `/rules?project=${project}`)

test('a rule is written with the objects of the project, changed, paused and deleted', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Rules', ['A task'])
  await openList(page, launch)
  await openRules(page)
  await page.getByText('No rules yet').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule', exact: true })
  await dialog.getByRole('textbox', { name: 'Rule name', exact: true }).fill('Start the work')
  await dialog.getByRole('combobox', { name: 'Trigger', exact: true }).selectOption({ label: 'A field changes' })
  await dialog.getByRole('group', { name: 'Trigger' }).getByLabel('Field', { exact: true }).selectOption('assignee')
  await dialog.getByRole('button', { name: 'Add condition', exact: true }).click()
  const condition = dialog.getByRole('group', { name: 'Condition', exact: true })
  await condition.getByLabel('Field', { exact: true }).selectOption('completed')
  await condition.getByLabel('Value', { exact: true }).selectOption({ label: 'Incomplete' })
  const action = dialog.getByRole('group', { name: 'Action', exact: true })
  await action.getByRole('combobox', { name: 'Action', exact: true }).selectOption({ label: 'Move to a section' })
  await action.getByLabel('Section', { exact: true }).selectOption({ label: 'Doing' })
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Create rule', exact: true }).click()
  await page.getByText('Assignee changes, on 1 condition → Move to Doing').waitFor()
  const [made] = await rulesOf(visitor, launch)
  assert.deepEqual(made?.trigger, { kind: 'field_changed', field: 'assignee' })
  assert.deepEqual(made?.conditions, [{ kind: 'field', field: 'completed', is: 'is', value: false }])
  assert.deepEqual(made?.actions, [{ kind: 'move', section: launch.sections[1] }])
  const toggle = page.getByRole('switch', { name: 'Start the work', exact: true })
  await toggle.click()
  await page.locator('[role="switch"][aria-checked="false"]:not([disabled])').waitFor()
  await untilEqual(async () => (await rulesOf(visitor, launch))[0]?.is_active, false)
  await page.getByRole('button', { name: 'Edit Start the work', exact: true }).click()
  await page.getByRole('textbox', { name: 'Rule name', exact: true }).fill('Begin')
  await page.getByRole('button', { name: 'Save rule', exact: true }).click()
  await page.getByRole('switch', { name: 'Begin', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete Begin', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule', exact: true }).click()
  await page.getByText('No rules yet').waitFor()
  await untilEqual(() => rulesOf(visitor, launch), [])
})

test('a message of the server is shown at the part that it is about', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Mistakes'))
  await openRules(page)
  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  await page.getByRole('textbox', { name: 'Rule name', exact: true }).fill('Incomplete')
  await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption({ label: 'Comment' })
  await page.getByRole('button', { name: 'Create rule', exact: true }).click()
  const problem = page.getByRole('group', { name: 'Action', exact: true }).getByRole('alert')
  assert.match((await problem.textContent()) ?? '', /Text: Missing required field/)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello')
  await page.getByRole('button', { name: 'Create rule', exact: true }).click()
  await page.getByText('A task is added → Comment “Hello”').waitFor()
})

test('the runs of a rule name the task and what came of them', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Runs')
  const rule = await callConsole<{ gid: string }>(visitor, 'POST', '/rules', {
    ...{ project: launch.project, name: 'Greet', trigger: { kind: 'task_added' } },
    actions: [{ kind: 'comment', text: 'Welcome' }],
  })
  const task = await createObject(visitor, '/tasks', { name: 'A new task', projects: [launch.project] })
  const runs = () => callConsole<{ state: string }[]>(visitor, 'GET', `/rules/${rule.gid}/runs`)
  await until(async () => (await runs())[0]?.state === 'done')
  await openList(page, launch)
  await openRules(page)
  await page.getByRole('button', { name: 'Runs of Greet', exact: true }).click()
  const list = page.getByRole('list', { name: 'Runs of Greet', exact: true })
  const link = list.getByRole('link', { name: 'A new task', exact: true })
  await link.waitFor()
  assert.match((await link.getAttribute('href')) ?? '', new RegExp(`/task/${task}$`))
  await list.getByText('Done', { exact: true }).waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Back to rules', exact: true }).click()
  await page.getByRole('switch', { name: 'Greet', exact: true }).waitFor()
  const stories = await visitor.context.request.get(`/api/1.0/tasks/${task}/stories?opt_fields=text`, { headers })
  assert.ok(((await stories.json()).data as { text: string }[]).some(({ text }) => text === 'Welcome'))
})

test('the form of a rule fits a narrow window', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 320, height: 640 } })
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Narrow'))
  await openRules(page)
  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  await page.getByRole('button', { name: 'Add condition', exact: true }).click()
  const isWide =
    'document.documentElement.scrollWidth > innerWidth || document.querySelector(".modal").scrollWidth > document.querySelector(".modal").clientWidth'
  await untilEqual(() => page.evaluate(isWide), false)
})

/** Waits until something holds on the server, which runs rules as jobs. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const DEADLINE_MS = 20_000
  const end = Date.now() + DEADLINE_MS
  while (!(await holds())) {
    assert.ok(Date.now() < end, 'The rule did not run in time.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
