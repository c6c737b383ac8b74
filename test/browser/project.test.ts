/** The screen of a project: header, layouts, rights, narrow windows, many tasks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { violations } from './axe.ts'
import { createLaunch, headers, openList, press, row, untilEqual, untilSent, untilTasks, untilTrue } from './launch.ts'
import { memberOf } from './members.ts'
import { administrator, callConsole, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

test('a project shows its name, its layouts and its tasks by section', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Launch', ['Write the brief', 'Book the venue'])
  await page.goto(`/1/${launch.workspace}/project/${launch.project}`)
  await page.getByRole('heading', { level: 1, name: 'Launch', exact: true }).waitFor()
  const grid = page.getByRole('treegrid', { name: 'Launch', exact: true })
  await grid.waitFor()
  await untilEqual(() => page.title(), 'Launch · Workloom')
  await untilTasks(page, ['Write the brief', 'Book the venue'])
  await untilEqual(() => grid.getAttribute('aria-multiselectable'), 'true')
  for (const name of ['Name', 'Assignee', 'Due date', 'Tags']) {
    await page.getByRole('columnheader', { name, exact: true }).waitFor()
  }
  await untilEqual(() => row(page, 'To do').getAttribute('aria-level'), '1')
  await untilEqual(() => row(page, 'To do').getAttribute('aria-expanded'), 'true')
  const link = row(page, 'Write the brief').getByRole('link', { name: 'Write the brief', exact: true })
  const gid = await row(page, 'Write the brief').getAttribute('data-gid')
  await untilEqual(() => link.getAttribute('href'), `/1/${launch.workspace}/project/${launch.project}/task/${gid}`)
  const views = page.getByRole('navigation', { name: 'Project views' })
  await untilEqual(() => views.getByRole('link', { name: 'List', exact: true }).getAttribute('aria-current'), 'page')
  await untilTrue(page, `performance.getEntriesByName('workloom:rows').length > 0`)
  assert.deepEqual(await violations(page), [])
})

test('a project without access and one that does not exist show the same page', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Secret')
  const visitor = await memberOf(t, { ...site, host }, 'stranger@example.com')
  const { page } = visitor
  for (const gid of [launch.project, '12']) {
    await page.goto(`/1/${launch.workspace}/project/${gid}`)
    await page.getByRole('heading', { level: 1, name: 'Not found', exact: true }).waitFor()
    await untilEqual(() => page.getByRole('treegrid').count(), 0)
  }
})

test('viewers and commenters see values without controls, and why', { skip }, async t => {
  const host = await administrator(t, site)
  const launch = await createLaunch(host, 'Rights', ['Read me'])
  const visitor = await memberOf(t, { ...site, host }, 'vera@example.com')
  const { user } = await callConsole<{ user: { gid: string } }>(visitor, 'GET', '/session')
  const { page } = visitor
  for (const [access_level, note] of [
    ['viewer', 'View only'],
    ['commenter', 'Comment only'],
  ] as const) {
    const path = `/memberships?parent=${launch.project}&member=${user.gid}`
    const found = await host.context.request.get(`/api/1.0${path}`, { headers })
    const [membership] = (await found.json()).data as { gid: string }[]
    if (membership) {
      const data = { data: { access_level } }
      const answer = await host.context.request.put(`/api/1.0/memberships/${membership.gid}`, { headers, data })
      assert.ok(answer.ok(), await answer.text())
    } else await createObject(host, '/memberships', { parent: launch.project, member: user.gid, access_level })
    await openList(page, launch)
    await page.getByText(note, { exact: true }).waitFor()
    await row(page, 'Read me').waitFor()
    await untilEqual(() => page.getByRole('button', { name: /^Add task/ }).count(), 0)
    await untilEqual(() => page.getByRole('button', { name: 'Add section' }).count(), 0)
    await untilEqual(() => page.getByRole('button', { name: /^Assignee:/ }).count(), 0)
    await untilEqual(() => row(page, 'Read me').getByRole('checkbox').isDisabled(), true)
  }
  assert.deepEqual(await violations(page), [])
})

test('the header renames the project, makes it a favorite, and archives it', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Draft name'))
  await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'Draft name' }).click()
  await page.getByRole('textbox', { name: 'Project name' }).fill('Final name')
  await press(page, 'Enter')
  await page.getByRole('heading', { level: 1, name: 'Final name', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add to favorites', exact: true }).click()
  await page.getByRole('button', { name: 'Remove from favorites', exact: true }).waitFor()
  await page.getByRole('list', { name: 'Favorites' }).getByRole('link', { name: 'Final name' }).waitFor()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Project actions', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Archive')
  await page.getByText('Archived', { exact: true }).waitFor()
  await untilEqual(() => page.getByRole('button', { name: 'Add task', exact: true }).count(), 0)
  await choose('Unarchive')
  await page.getByRole('button', { name: 'Add task', exact: true }).waitFor()
  await choose('Duplicate')
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Copy of Final name', exact: true }).waitFor()
  await untilSent(page)
  await choose('Delete')
  await page.getByRole('region', { name: 'Notices' }).getByText('Moved to trash').waitFor()
})

test('a phone shows two lines for each task, and scrolls in one direction only', { skip }, async t => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
  const visitor = await administrator(t, site, phone)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Phone', ['A task with a name that is longer than the window']))
  await page.locator('[data-kind="task"]').waitFor()
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
  await untilEqual(() => page.locator('.grid-scroll').evaluate(one => one.scrollWidth - one.clientWidth), 0)
  assert.deepEqual(await violations(page), [])
})

test('10,000 tasks keep the document small', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Many')
  const TASK_COUNT = 10_000
  const section = launch.sections[0] ?? ''
  const line = (index: number) => ({
    ...{ gid: `9${String(index).padStart(9, '0')}`, section, rank: `a${String(index).padStart(6, '0')}V` },
    ...{ name: `Task ${index + 1}`, completed: false, tags: [], custom_fields: [], memberships: [] },
  })
  await page.route(`**/-/lists/${launch.project}?**`, route => {
    const header = { cursor: '1', my_access: 'admin', sections: [{ gid: section, name: 'To do', rank: 'a0' }] }
    const lines = [header, ...Array.from({ length: TASK_COUNT }, (_, index) => line(index)), { end: true }]
    return route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map(one => JSON.stringify(one)).join('\n'),
    })
  })
  const grid = await openList(page, launch)
  await row(page, 'Task 1').waitFor()
  // The header, the section, the place to add a task, and the one to add a section.
  const ROW_COUNT = TASK_COUNT + 4
  await page.locator(`[aria-rowcount="${ROW_COUNT}"]`).waitFor()
  await row(page, 'Task 1').focus()
  await press(page, 'Control+End')
  await page.getByRole('button', { name: 'Add section', exact: true }).waitFor()
  await row(page, 'Task 10000').waitFor()
  assert.ok((await grid.locator('.grid-body > *').count()) < 60)
})

test('a long name leaves the buttons of a project in its line, and shows more of itself on a phone', {
  skip,
}, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const name = 'Relaunch of the corporate website with a name that is longer than most screens are wide'
  const launch = await createLaunch(visitor, name)
  await openList(page, launch)
  const topOf = async (button: string) =>
    (await page.getByRole('button', { name: button, exact: true }).boundingBox())?.y
  const isOneLine = async () => (await topOf('Share')) === (await topOf('Customize'))
  await untilEqual(isOneLine, true)
  assert.ok(Math.abs(((await topOf('Project actions')) ?? 0) - ((await topOf('Share')) ?? 0)) < 10)
  const heading = page.getByRole('heading', { level: 1, name, exact: true })
  const lineHeight = (await heading.boundingBox())?.height ?? 0
  await page.setViewportSize({ width: 320, height: 720 })
  await untilEqual(async () => ((await heading.boundingBox())?.height ?? 0) >= 2 * lineHeight - 8, true)
  await untilEqual(isOneLine, true)
})
