/** The dialog of a new task: its values as buttons, and the files that follow the task. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, type Launch, openList, press, row, untilEqual, untilSent } from './launch.ts'
import { administrator, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

const FILE = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan') }
const FIELDS = 'name,resource_subtype,memberships.section.name'

/** Opens the dialog with the focus on a task of a list. */
async function openDialog(page: Page, launch: Launch, task: string) {
  await openList(page, launch)
  await row(page, task).focus()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.waitFor()
  return dialog
}

interface Found {
  readonly gid: string
  readonly name: string
  readonly resource_subtype: string
  readonly memberships: readonly { readonly section: { readonly name: string } }[]
}

/** The type, the section and the files of a task of a project, as the API returns them. */
async function read({ context }: Visitor, { project }: Launch, name: string) {
  const get = async (path: string) => (await (await context.request.get(`/api/1.0${path}`, { headers })).json()).data
  const tasks = (await get(`/projects/${project}/tasks?opt_fields=${FIELDS}`)) as Found[]
  const task = tasks.find(one => one.name === name)
  assert.ok(task, `There is no task “${name}”`)
  const files = (await get(`/attachments?parent=${task.gid}`)) as { name: string }[]
  const section = task.memberships[0]?.section.name
  return { type: task.resource_subtype, section, files: files.map(one => one.name) }
}

test('a new task gets a section, a type and files', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Chips', ['Brief'])
  const dialog = await openDialog(page, launch, 'Brief')
  await dialog.getByRole('textbox', { name: 'Task name' }).fill('Open the doors')
  await dialog.getByRole('button', { name: 'Section: To do' }).click()
  await page.getByRole('option', { name: 'Doing' }).click()
  await dialog.getByRole('button', { name: 'Section: Doing' }).waitFor()
  await dialog.getByRole('button', { name: 'Type: Task' }).click()
  await page.getByRole('menuitemradio', { name: 'Milestone' }).click()
  await dialog.getByRole('button', { name: 'Type: Milestone' }).waitFor()
  await dialog.getByLabel('Attach files').setInputFiles([FILE, { ...FILE, name: 'draft.txt' }])
  await dialog.getByRole('button', { name: 'Remove draft.txt' }).click()
  await dialog.getByRole('button', { name: 'Remove draft.txt' }).waitFor({ state: 'detached' })
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row(page, 'Open the doors').getByRole('img', { name: '1 attachment' }).waitFor()
  await untilSent(page)
  const expected = { type: 'milestone', section: 'Doing', files: ['plan.txt'] }
  assert.deepEqual(await read(visitor, launch, 'Open the doors'), expected)
})

test('a new approval is pending, in the section with the focus', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Approvals', ['Brief'])
  await openList(page, launch)
  await row(page, 'Doing').focus()
  await press(page, 'c')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('button', { name: 'Section: Doing' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Task name' }).fill('Accept the offer')
  await dialog.getByRole('button', { name: 'Type: Task' }).click()
  await page.getByRole('menuitemradio', { name: 'Approval' }).click()
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await row(page, 'Accept the offer').getByRole('button', { name: 'Approval: Pending' }).waitFor()
  await untilSent(page)
  const expected = { type: 'approval', section: 'Doing', files: [] }
  assert.deepEqual(await read(visitor, launch, 'Accept the offer'), expected)
})

test('a file that cannot be sent is reported, and is sent again on request', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Failing files', ['Brief'])
  const dialog = await openDialog(page, launch, 'Brief')
  await page.route('**/api/1.0/attachments', route => route.abort())
  await dialog.getByRole('textbox', { name: 'Task name' }).fill('With a file')
  await dialog.getByLabel('Attach files').setInputFiles(FILE)
  await dialog.getByRole('button', { name: 'Create task' }).click()
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('“plan.txt” was not attached').waitFor()
  await page.unroute('**/api/1.0/attachments')
  await notices.getByRole('button', { name: 'Try again' }).click()
  await row(page, 'With a file').getByRole('img', { name: '1 attachment' }).waitFor()
  await untilEqual(async () => (await read(visitor, launch, 'With a file')).files, ['plan.txt'])
})

test('what the name of a new task understands is said below it, also on the narrowest phones', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 320, height: 640 } })
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Phone', ['Write'])
  const dialog = await openDialog(page, launch, 'Write')
  const name = dialog.getByRole('textbox', { name: 'Task name' })
  const hint = dialog.getByText('@person, #project, ~tag, tomorrow', { exact: true })
  assert.equal(await name.getAttribute('aria-describedby'), await hint.getAttribute('id'))
  const isWhole = (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth <= element.clientWidth
  assert.ok(await hint.evaluate(isWhole))
  await name.fill((await name.getAttribute('placeholder')) ?? '')
  assert.ok(await name.evaluate(isWhole), 'the placeholder is not cut off')
  assert.deepEqual(await violations(page), [])
})
