/** The overview of a project and its status updates: brief, milestones, files, figures, reactions, live for others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, type Launch, openList, press, untilEqual, untilSent } from './launch.ts'
import { memberOf, userOf } from './members.ts'
import { administrator, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

async function openTab(page: Page, { workspace, project }: Launch, tab: 'overview' | 'updates') {
  await page.goto(`/1/${workspace}/project/${project}/${tab}`)
  await page.getByRole('navigation', { name: 'Project views' }).locator('[aria-current="page"]').waitFor()
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('two people write one brief, and each sees the text of the other', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Launch')
  const eva = await memberOf(t, { ...site, host }, 'eva@example.com')
  await createObject(host, '/memberships', {
    ...{ parent: launch.project, member: await userOf(eva), access_level: 'editor' },
  })
  await openTab(eva.page, launch, 'overview')
  await eva.page.getByRole('button', { name: 'Write a brief', exact: true }).waitFor()
  await openTab(host.page, launch, 'overview')
  await region(host.page, 'Brief').getByRole('button', { name: 'Write a brief', exact: true }).click()
  const text = region(host.page, 'Brief').getByRole('textbox', { name: 'Brief', exact: true })
  await text.click()
  await text.pressSequentially('Open on the 8th.')
  await untilSent(host.page)
  const other = region(eva.page, 'Brief').getByRole('textbox', { name: 'Brief', exact: true })
  await other.getByText('Open on the 8th.').waitFor()
  await other.click()
  await press(eva.page, 'Control+End', 'Enter')
  await eva.page.keyboard.type('With music.')
  await untilSent(eva.page)
  await host.page.getByRole('heading', { level: 1 }).focus()
  await text.getByText('With music.').waitFor()
  assert.deepEqual(await violations(host.page), [])
})

test('members, milestones and files stand on the overview', { skip }, async t => {
  const host = await administrator(t, site)
  const { page } = host
  const launch = await createLaunch(host, 'Facts')
  const milestone = { projects: [launch.project], resource_subtype: 'milestone' }
  await createObject(host, '/tasks', { ...milestone, name: 'Doors open', due_on: '2031-12-20' })
  await createObject(host, '/tasks', { ...milestone, name: 'Plan approved', due_on: '2031-12-08' })
  await createObject(host, '/tasks', { name: 'No milestone', projects: [launch.project] })
  await openTab(page, launch, 'overview')
  await region(page, 'Members').getByText('admin', { exact: true }).waitFor()
  const milestones = region(page, 'Milestones').getByRole('link')
  await milestones.nth(1).waitFor()
  await untilEqual(() => milestones.allInnerTexts(), ['Plan approved', 'Doors open'])
  await region(page, 'Milestones').getByRole('checkbox', { name: 'Completed: Plan approved' }).click()
  await page.getByRole('region', { name: 'Notices' }).getByText('Task completed').waitFor()
  const file = { name: 'contract.txt', mimeType: 'text/plain', buffer: Buffer.from('signed') }
  await region(page, 'Key resources').getByLabel('Add files').setInputFiles(file)
  const link = region(page, 'Key resources').getByRole('button', { name: 'contract.txt', exact: true })
  await link.waitFor()
  assert.deepEqual(await violations(page), [])
  await region(page, 'Key resources').getByRole('button', { name: 'Delete contract.txt', exact: true }).click()
  await link.waitFor({ state: 'detached' })
  const notice = page.getByRole('region', { name: 'Notices' }).getByRole('status').filter({ hasText: 'Moved to trash' })
  await notice.getByRole('button', { name: 'Undo', exact: true }).click()
  await link.waitFor()
  await milestones.first().click()
  await page.getByRole('complementary', { name: 'Plan approved', exact: true }).waitFor()
})

test('a status update has the figures of the week, and others see, like and answer it with an emoji', {
  skip,
}, async t => {
  const host = await administrator(t, site)
  const { page } = host
  const launch = await createLaunch(host, 'Weekly', ['Open one'])
  const late = await createObject(host, '/tasks', { name: 'Late', projects: [launch.project], due_on: '2020-01-01' })
  await createObject(host, '/tasks', { name: 'Done', projects: [launch.project], completed: true })
  const cleo = await memberOf(t, { ...site, host }, 'cleo@example.com')
  const member = await userOf(cleo)
  await createObject(host, '/memberships', { parent: launch.project, member, access_level: 'commenter' })
  await openTab(cleo.page, launch, 'updates')
  await cleo.page.getByText('No updates yet').waitFor()
  await untilEqual(() => cleo.page.getByRole('button', { name: 'Post update' }).count(), 0)
  await openList(page, launch)
  await page.getByRole('button', { name: 'Status: No status', exact: true }).click()
  await page.getByRole('menuitem', { name: 'On track', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Status update', exact: true })
  await untilEqual(() => dialog.getByRole('radio', { name: 'On track', exact: true }).isChecked(), true)
  await dialog.getByRole('radio', { name: 'At risk', exact: true }).check()
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Week 47')
  const text = dialog.getByRole('textbox', { name: 'Update', exact: true })
  await text.click()
  await text.pressSequentially('The venue is late.')
  const figures = dialog.getByRole('group', { name: 'Last 7 days' })
  await figures.getByText('1 task completed').waitFor()
  await figures.getByText('1 task overdue').waitFor()
  await figures.getByText('3 tasks added').waitFor()
  await host.context.request.put(`/api/1.0/tasks/${late}`, { headers, data: { data: { completed: true } } })
  await figures.getByText('2 tasks completed').waitFor()
  await figures.getByText('0 tasks overdue').waitFor()
  await dialog.getByRole('button', { name: 'Add to the update', exact: true }).click()
  await text.getByText('3 tasks added').waitFor()
  assert.deepEqual(await violations(page), [])
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('button', { name: 'Status: At risk', exact: true }).waitFor()
  // The other page shows it.
  const article = cleo.page.getByRole('article', { name: 'Week 47', exact: true })
  await article.getByText('3 tasks added').waitFor()
  await article.getByRole('button', { name: 'Like', exact: true }).click()
  await article.getByRole('button', { name: 'Unlike, 1', exact: true }).waitFor()
  await article.getByRole('button', { name: 'Add reaction', exact: true }).click()
  await cleo.page.getByRole('menuitem', { name: /Party/ }).click()
  await article.getByRole('button', { name: 'Reaction 🎉, 1', exact: true }).click()
  await article.getByRole('button', { name: 'Reaction 🎉, 1', exact: true }).waitFor({ state: 'detached' })
  await untilEqual(() => article.getByRole('button', { name: 'Delete update' }).count(), 0)
  assert.deepEqual(await violations(cleo.page), [])
  await openTab(page, launch, 'updates')
  const own = page.getByRole('article', { name: 'Week 47', exact: true })
  await own.getByRole('button', { name: 'Delete update', exact: true }).click()
  await own.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Status: No status', exact: true }).waitFor()
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo', exact: true }).click()
  await own.waitFor()
  await page.getByRole('button', { name: 'Status: At risk', exact: true }).waitFor()
})

for (const disk of ['usual', 'full'] as const) {
  test(`an update that was not posted is there when its dialog opens again (${disk} disk)`, { skip }, async t => {
    const visitor = await administrator(t, site)
    const { page } = visitor
    if (disk === 'full')
      await page.addInitScript(
        'IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError") }',
      )
    const launch = await createLaunch(visitor, 'Draft')
    await openTab(page, launch, 'updates')
    const open = async () => {
      await page.getByRole('button', { name: 'Post update', exact: true }).click()
      return page.getByRole('dialog', { name: 'Status update', exact: true })
    }
    const dialog = await open()
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Half a thought')
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    const again = await open()
    const title = again.getByRole('textbox', { name: 'Title', exact: true })
    await untilEqual(() => title.inputValue(), 'Half a thought')
    await again.getByRole('button', { name: 'Post', exact: true }).click()
    // A text is required, and the server says so.
    await again.getByRole('alert').getByText('Missing input', { exact: false }).waitFor()
  })
}

test('a narrow window shows both tabs without scrolling sideways', { skip }, async t => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
  const visitor = await administrator(t, site, phone)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'A project with a name that is longer than the window is wide')
  const update = {
    parent: launch.project,
    status_type: 'on_hold',
    title: 'A long title of an update',
    text: 'Waiting.',
  }
  const answer = await visitor.context.request.post('/api/1.0/status_updates', { headers, data: { data: update } })
  assert.ok(answer.ok(), await answer.text())
  await openTab(page, launch, 'overview')
  await region(page, 'Status').getByText('A long title of an update').waitFor()
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
  assert.deepEqual(await violations(page), [])
  await openTab(page, launch, 'updates')
  await page.getByRole('article', { name: 'A long title of an update', exact: true }).waitFor()
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
  assert.deepEqual(await violations(page), [])
})
