/** The task as a page and in the pane: people read, write, discuss and divide it, alone and at the same time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { untilEqual, untilTrue } from './launch.ts'
import { untilStored } from './stored.ts'
import {
  administrator,
  callConsole,
  createObject,
  firstOrganization,
  openVisitor,
  siteOfFile,
  skip,
  type Visitor,
} from './visitor.ts'

const site = siteOfFile()

const headers = { 'x-requested-with': 'test' }
const POLL_MS = 50
const PATIENCE_MS = 20_000

type Json = Record<string, unknown>

/** Members of an object, as the API returns them. */
async function read({ context }: Visitor, path: string, fields: string): Promise<Json> {
  const answer = await context.request.get(`/api/1.0${path}?opt_fields=${fields}`, { headers })
  return (await answer.json()).data
}

/** Waits until the member of an object has a value. */
async function eventually(visitor: Visitor, path: string, member: string, expected: unknown): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  let found: unknown
  do {
    found = (await read(visitor, path, member))[member]
    if (found === expected) return
    await visitor.page.waitForTimeout(POLL_MS)
  } while (Date.now() < end)
  assert.equal(found, expected)
}

const write = ({ context }: Visitor, path: string, data: Json) =>
  context.request.put(`/api/1.0${path}`, { headers, data: { data } })

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const comments = (page: Page, person: string) => page.getByRole('article', { name: person })

/** The administrator with a task in a project, and the address of its page. */
async function withTask(t: Parameters<typeof administrator>[0], more: Json = {}) {
  const visitor = await administrator(t, site)
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Launch', workspace, privacy_setting: 'private' })
  const task = await createObject(visitor, '/tasks', { name: 'Write the brief', projects: [project], ...more })
  return { visitor, page: visitor.page, workspace, project, task, address: `/1/${workspace}/task/${task}` }
}

/** A person who is invited to the workspace, with an access level in a project. */
async function invite(
  t: Parameters<typeof administrator>[0],
  host: Visitor,
  name: string,
  place: { workspace: string; project: string; level: string },
): Promise<Visitor> {
  const invited = { email: `${name.toLowerCase()}${Date.now()}@example.com`, name }
  const path = `/organizations/${place.workspace}/invitations`
  const { link } = await callConsole<{ link: string }>(host, 'POST', path, invited)
  const visitor = await openVisitor(t, site)
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  const { user } = await callConsole<{ user: { gid: string } }>(visitor, 'GET', '/session')
  await createObject(host, '/memberships', { parent: place.project, member: user.gid, access_level: place.level })
  return visitor
}

test('a task opens at its permalink and in the pane of its project', { skip }, async t => {
  const { visitor, page, workspace, project, task, address } = await withTask(t)
  const { permalink_url } = await read(visitor, `/tasks/${task}`, 'permalink_url')
  await page.goto(String(permalink_url))
  await page.getByRole('heading', { level: 1, name: 'Write the brief' }).waitFor()
  assert.equal(new URL(page.url()).pathname, address)
  await untilEqual(() => page.title(), 'Write the brief · Workloom')
  await page.goto(`/1/${workspace}/project/${project}/task/${task}`)
  const pane = page.getByRole('complementary', { name: 'Write the brief' })
  await pane.getByRole('group', { name: 'Projects' }).getByRole('link', { name: 'Launch', exact: true }).waitFor()
  await button(page, 'Close').press('Enter')
  await pane.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, `/1/${workspace}/project/${project}`)
  await page.goBack()
  await pane.waitFor()
  await button(page, 'Open as page').press('Enter')
  await page.waitForURL(`**${address}`)
})

test('a name is saved while it is typed, and without line breaks', { skip }, async t => {
  const { visitor, page, task, address } = await withTask(t)
  await page.goto(address)
  await textbox(page, 'Task name').fill('Write a longer\nbrief')
  await eventually(visitor, `/tasks/${task}`, 'name', 'Write a longer brief')
  await page.getByRole('heading', { level: 1, name: 'Write a longer brief' }).waitFor()
})

test('a description is saved with its formatting', { skip }, async t => {
  const { visitor, page, task, address } = await withTask(t)
  await page.goto(address)
  const box = textbox(page, 'Description')
  await box.click()
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await page.keyboard.type('Explain ')
  await button(page, 'Bold').click()
  await page.keyboard.type('why')
  await button(page, 'Bold').click()
  await page.keyboard.type(' now.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- one page')
  const html = '<body>Explain <strong>why</strong> now.\n<ul><li>one page</li></ul></body>'
  await eventually(visitor, `/tasks/${task}`, 'html_notes', html)
  await page.locator('html[data-unsent="0"]').waitFor()
  await page.reload()
  await box.getByText('one page').waitFor()
})

test('a comment mentions a person, is edited, pinned and deleted, and comes back by undo', { skip }, async t => {
  const { visitor, page, task, address } = await withTask(t)
  const { user } = await callConsole<{ user: { gid: string; name: string } }>(visitor, 'GET', '/session')
  await page.goto(address)
  await textbox(page, 'Comment').click()
  await page.keyboard.type(`Ask @${user.name.slice(0, 3)}`)
  await page.getByRole('listbox', { name: 'Mention' }).getByRole('option').first().click()
  await page.keyboard.press('Control+Enter')
  const comment = comments(page, user.name)
  await comment.getByRole('link', { name: `@${user.name}` }).waitFor()
  await page.locator('html[data-unsent="0"]').waitFor()
  const { data } = await (
    await visitor.context.request.get(`/api/1.0/tasks/${task}/stories?opt_fields=html_text,type`, { headers })
  ).json()
  const story = data.find(({ type }: Json) => type === 'comment')
  assert.match(story.html_text, new RegExp(`^<body>Ask <a [^>]*data-asana-gid="${user.gid}"`))
  await untilEqual(() => textbox(page, 'Comment').innerText(), '\n')
  await comment.getByRole('button', { name: 'Edit comment' }).press('Enter')
  await textbox(page, 'Edit comment').fill('Ask somebody')
  await button(page, 'Save comment').press('Enter')
  await eventually(visitor, `/stories/${story.gid}`, 'text', 'Ask somebody')
  await comment.getByRole('button', { name: 'Pin comment' }).press('Enter')
  await eventually(visitor, `/stories/${story.gid}`, 'is_pinned', true)
  await comment.getByRole('button', { name: 'Delete comment' }).press('Enter')
  await comment.waitFor({ state: 'detached' })
  await button(page, 'Undo').press('Enter')
  await comment.getByText('Ask somebody').waitFor()
})

test('the draft of a comment survives a reload', { skip }, async t => {
  const { page, address } = await withTask(t)
  await page.goto(address)
  await textbox(page, 'Comment').click()
  await page.keyboard.type('Not yet finished')
  await untilStored(page, 'Not yet finished')
  await page.reload()
  await textbox(page, 'Comment').getByText('Not yet finished').waitFor()
  await button(page, 'Post comment').press('Enter')
  await comments(page, 'admin').getByText('Not yet finished').waitFor()
  await page.locator('html[data-unsent="0"]').waitFor()
  await page.reload()
  await comments(page, 'admin').getByText('Not yet finished').waitFor()
  await untilEqual(() => textbox(page, 'Comment').getByText('Not yet finished').count(), 0)
})

test('subtasks are added one after the other, completed, reordered by keys, and lead back', { skip }, async t => {
  const { visitor, page, task, address } = await withTask(t)
  await page.goto(address)
  await button(page, 'Add subtask').press('Enter')
  for (const name of ['Outline', 'Draft', 'Review']) {
    await textbox(page, 'Subtask name').fill(name)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  const list = page.getByRole('list', { name: 'Subtasks' })
  await list.getByRole('checkbox', { name: 'Completed: Outline' }).check()
  await page.getByText('1 of 3').waitFor()
  await list.getByRole('link', { name: 'Review', exact: true }).focus()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await page.getByText('Moved to 2 of 3').waitFor()
  await page.locator('html[data-unsent="0"]').waitFor()
  const { data } = await (
    await visitor.context.request.get(`/api/1.0/tasks/${task}/subtasks?opt_fields=name,completed`, { headers })
  ).json()
  assert.deepEqual(
    data.map(({ name, completed }: Json) => [name, completed]),
    [
      ['Outline', true],
      ['Review', false],
      ['Draft', false],
    ],
  )
  await list.getByRole('link', { name: 'Draft', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor()
  await page.getByRole('link', { name: 'Write the brief', exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Write the brief' }).waitFor()
})

test('what another person changes and writes appears without a reload', { skip }, async t => {
  const { visitor, page, workspace, project, task, address } = await withTask(t)
  const ben = await invite(t, visitor, 'Ben', { workspace, project, level: 'editor' })
  await page.goto(address)
  await page.locator('html[data-live="open"]').waitFor()
  await textbox(page, 'Task name').waitFor()
  await write(ben, `/tasks/${task}`, { name: 'Write it well', html_notes: '<body>By Friday</body>' })
  await page.getByRole('heading', { level: 1, name: 'Write it well' }).waitFor()
  await textbox(page, 'Description').getByText('By Friday').waitFor()
  const story = await createObject(ben, `/tasks/${task}/stories`, { text: 'I start today.' })
  await comments(page, 'Ben').getByText('I start today.').waitFor()
  await ben.context.request.delete(`/api/1.0/stories/${story}`, { headers })
  await comments(page, 'Ben').waitFor({ state: 'detached' })
  await createObject(ben, `/tasks/${task}/subtasks`, { name: 'Sharpen the pencil' })
  await page.getByRole('link', { name: 'Sharpen the pencil' }).waitFor()
})

test('edits of different lines of a description merge', { skip }, async t => {
  const { visitor, page, workspace, project, task, address } = await withTask(t, { notes: 'one\ntwo' })
  const ben = await invite(t, visitor, 'Ben', { workspace, project, level: 'editor' })
  await page.goto(address)
  const box = textbox(page, 'Description')
  await box.getByText('two').click()
  await page.keyboard.press('Control+End')
  await write(ben, `/tasks/${task}`, { notes: 'ONE\ntwo' })
  await page.keyboard.type(' and a half')
  await eventually(visitor, `/tasks/${task}`, 'notes', 'ONE\ntwo and a half')
  await box.getByText('ONE').waitFor()
})

test('edits of the same line of a description are a decision', { skip }, async t => {
  const { visitor, page, workspace, project, task, address } = await withTask(t, { notes: 'a plan' })
  const ben = await invite(t, visitor, 'Ben', { workspace, project, level: 'editor' })
  await page.goto(address)
  await textbox(page, 'Description').getByText('a plan').click()
  await page.keyboard.press('Control+End')
  // It has reached the page before the first key, but the field shows what it showed.
  const isOfTask = (response: { url(): string }) => response.url().includes(`/tasks/${task}`)
  await Promise.all([page.waitForResponse(isOfTask), write(ben, `/tasks/${task}`, { notes: 'a plan by Ben' })])
  await page.keyboard.type(' of mine')
  const conflict = page.getByRole('group', { name: 'Conflicting edits' })
  await conflict.getByText('a plan by Ben').waitFor()
  await page.reload()
  await conflict.getByText('a plan of mine').waitFor()
  await button(page, 'Keep mine').press('Enter')
  await eventually(visitor, `/tasks/${task}`, 'notes', 'a plan of mine')
  await conflict.waitFor({ state: 'detached' })
})

test('a change that waited is a decision if another person changed the field meanwhile', { skip }, async t => {
  const { visitor, page, workspace, project, task, address } = await withTask(t)
  const ben = await invite(t, visitor, 'Ben', { workspace, project, level: 'editor' })
  await page.clock.install()
  await page.goto(address)
  await textbox(page, 'Task name').waitFor()
  await visitor.context.setOffline(true)
  await textbox(page, 'Task name').fill('Mine')
  await page.clock.runFor('00:05')
  await write(ben, `/tasks/${task}`, { name: 'Theirs' })
  await page.clock.fastForward('01:00')
  await visitor.context.setOffline(false)
  await page.clock.fastForward('01:00')
  const conflict = page.getByRole('group', { name: 'Conflicting change' })
  await conflict.getByText('Theirs: Theirs').waitFor()
  await textbox(page, 'Task name').getByText('Theirs').waitFor()
  await button(page, 'Use mine').click()
  await eventually(visitor, `/tasks/${task}`, 'name', 'Mine')
})

test('what was typed before a tab is killed is saved by the next one', { skip }, async t => {
  const { visitor, page, task, address } = await withTask(t)
  await page.goto(address)
  await textbox(page, 'Description').click()
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await page.route('**/-/texts/**', route => route.abort())
  await page.route('**/api/1.0/**', route => {
    return route.request().method() === 'PUT' ? route.abort() : route.continue()
  })
  await page.keyboard.type('Do not lose this')
  await textbox(page, 'Task name').fill('Nor this')
  for (const text of ['Do not lose this', 'Nor this']) await untilStored(page, text)
  const crash = page.waitForEvent('crash')
  const killer = await visitor.context.newCDPSession(page)
  void killer.send('Page.crash').catch(() => {})
  await crash
  const next = await visitor.context.newPage()
  await next.goto(address)
  await eventually({ ...visitor, page: next }, `/tasks/${task}`, 'notes', 'Do not lose this')
  await eventually({ ...visitor, page: next }, `/tasks/${task}`, 'name', 'Nor this')
})

test('a file is attached, shown and deleted', { skip }, async t => {
  const { page, address } = await withTask(t)
  await page.goto(address)
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('four words of text') }
  await page.getByLabel('Attach files').setInputFiles(file)
  const list = page.getByRole('list', { name: 'Attachments' })
  await list.getByRole('button', { name: 'notes.txt', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'notes.txt' }).getByRole('button', { name: 'Close' }).press('Enter')
  await list.getByRole('button', { name: 'Delete notes.txt' }).press('Enter')
  await list.waitFor({ state: 'detached' })
  await button(page, 'Undo').press('Enter')
  await list.getByRole('button', { name: 'notes.txt', exact: true }).waitFor()
})

test('viewers read, and commenters comment', { skip }, async t => {
  const { visitor, workspace, project, task, address } = await withTask(t, { notes: 'Read this' })
  const viewer = await invite(t, visitor, 'Vera', { workspace, project, level: 'viewer' })
  await viewer.page.goto(address)
  await viewer.page.getByText('View only').waitFor()
  await viewer.page.getByRole('heading', { level: 1, name: 'Write the brief' }).waitFor()
  await viewer.page.getByText('Read this').waitFor()
  for (const name of ['Task name', 'Description', 'Comment'])
    await untilEqual(() => textbox(viewer.page, name).count(), 0)
  assert.deepEqual(await violations(viewer.page), [])
  const commenter = await invite(t, visitor, 'Cleo', { workspace, project, level: 'commenter' })
  await commenter.page.goto(address)
  await commenter.page.getByText('Comment only').waitFor()
  await untilEqual(() => textbox(commenter.page, 'Task name').count(), 0)
  await textbox(commenter.page, 'Comment').click()
  await commenter.page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await commenter.page.keyboard.type('I like it.')
  await button(commenter.page, 'Post comment').press('Enter')
  await comments(commenter.page, 'Cleo').getByText('I like it.').waitFor()
  await commenter.page.locator('html[data-unsent="0"]').waitFor()
  const { data } = await (
    await visitor.context.request.get(`/api/1.0/tasks/${task}/stories?opt_fields=text`, { headers })
  ).json()
  assert.ok(data.some(({ text }: Json) => text === 'I like it.'))
})

test('a deleted task says so while it is open, and is restored there', { skip }, async t => {
  const { visitor, page, workspace, project, task } = await withTask(t)
  await page.goto(`/1/${workspace}/project/${project}/task/${task}`)
  await page.locator('html[data-live="open"]').waitFor()
  await textbox(page, 'Task name').waitFor()
  await visitor.context.request.delete(`/api/1.0/tasks/${task}`, { headers })
  await button(page, 'Restore Write the brief').press('Enter')
  await textbox(page, 'Task name').waitFor()
  await page.goto(`/1/${workspace}/task/12`)
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
})

test('the task is accessible and fits narrow windows, as a page and in the pane', { skip }, async t => {
  const { visitor, page, workspace, project, task, address } = await withTask(t, {
    html_notes: '<body><h2>Goals</h2>Explain <strong>why</strong>.</body>',
    assignee: 'me',
    due_on: '2026-12-12',
  })
  await createObject(visitor, `/tasks/${task}/subtasks`, { name: 'Outline', completed: true })
  await createObject(visitor, `/tasks/${task}/stories`, { text: 'Well done.' })
  for (const path of [address, `/1/${workspace}/project/${project}/task/${task}`]) {
    await page.goto(path)
    await page.getByText('Well done.').waitFor()
    // The list next to the pane has tests of its own.
    const found = await violations(page)
    assert.deepEqual(
      found.filter(message => !message.includes('section-name')),
      [],
    )
  }
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await untilTrue(page, `document.documentElement.scrollWidth <= ${width}`)
    await untilEqual(() => page.locator('.pane').evaluate(pane => pane.scrollWidth > pane.clientWidth), false)
  }
})

test('the buttons of a task have one line on the narrowest phones, below the decisions of an approval', {
  skip,
}, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 320, height: 640 }, hasTouch: true })
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Phone', workspace })
  const { page } = visitor
  for (const [type, lines] of [
    ['default_task', 1],
    ['approval', 2],
  ] as const) {
    const task = await createObject(visitor, '/tasks', { name: 'Decide', projects: [project], resource_subtype: type })
    await page.goto(`/1/${workspace}/project/${project}/list/task/${task}`)
    await button(page, 'Close').waitFor()
    const count = () =>
      page
        .locator('.task-bar')
        .evaluate(
          bar =>
            new Set(
              [...bar.querySelectorAll('button')]
                .filter(one => one.offsetParent)
                .map(one => Math.round(one.getBoundingClientRect().top)),
            ).size,
        )
    await untilEqual(count, lines)
    await untilTrue(page, 'document.documentElement.scrollWidth <= 320')
  }
  assert.deepEqual(await violations(page), [])
})
