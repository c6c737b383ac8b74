/** The inbox: what others do appears at once, and is opened, read, archived and filtered by pointer and by keys. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { headers, press, untilEqual, untilSent, untilTrue } from './launch.ts'
import { stored } from './stored.ts'
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

interface Office {
  /** The person who works with the administrator. */
  boss: Visitor
  ben: Visitor
  workspace: string
  /** The gid of the person whose inbox is tested. */
  me: string
}

let people = 0

/** Two new people of the organization: one who acts, and one with an empty inbox, whose browser is tested. */
async function office(t: TestContext): Promise<Office> {
  const admin = await administrator(t, site)
  const workspace = await firstOrganization(admin)
  const join = async (name: string) => {
    const invitation = { email: `${name.toLowerCase()}${++people}@example.com`, name }
    const { link } = await callConsole<{ link: string }>(
      admin,
      'POST',
      `/organizations/${workspace}/invitations`,
      invitation,
    )
    const visitor = await openVisitor(t, site)
    await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
    return visitor
  }
  const [ben, boss] = [await join('Ben'), await join('Ann')]
  const { user } = await callConsole<{ user: { gid: string } }>(boss, 'GET', '/session')
  return { boss, ben, workspace, me: user.gid }
}

const assigned = ({ ben, workspace, me }: Office, name: string) =>
  createObject(ben, '/tasks', { name, workspace, assignee: me })

const comment = ({ ben }: Office, task: string, html: string) =>
  createObject(ben, `/tasks/${task}/stories`, { html_text: `<body>${html}</body>` })

const list = (page: Page) => page.getByRole('list', { name: 'Notifications', exact: true })
const rowOf = (page: Page, name: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const unread = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: count ? `Inbox, ${count} unread` : 'Inbox', exact: true })
    .waitFor()
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent')

async function openInbox({ boss: { page }, workspace }: Office, part = ''): Promise<void> {
  await page.goto(`/1/${workspace}/inbox${part}`)
  await page.locator('html[data-live=open]').waitFor()
}

test('everything is marked read at once, also on the server', { skip }, async t => {
  const all = await office(t)
  const { page } = all.boss
  for (const name of ['One', 'Two', 'Three']) await assigned(all, name)
  await openInbox(all)
  await unread(page, 3)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByText('3 notifications marked read').waitFor()
  await unread(page, 0)
  await untilEqual(() => list(page).locator('[data-unread]').count(), 0)
  await untilEqual(() => page.getByRole('button', { name: 'Mark all read' }).isDisabled(), true)
  await page.reload()
  await rowOf(page, 'Three').waitFor()
  await unread(page, 0)
})

test('what happens while the page starts is counted', { skip }, async t => {
  const all = await office(t)
  const { page } = all.boss
  let connect = () => {}
  const connected = new Promise<void>(resolve => (connect = resolve))
  await page.route(/\/-\/live/, async route => {
    await connected
    await route.continue()
  })
  await page.goto(`/1/${all.workspace}/home`)
  await unread(page, 0)
  await assigned(all, 'Early')
  connect()
  await unread(page, 1)
})

test('a second tab counts what the first one received while it started', { skip }, async t => {
  const all = await office(t)
  const { page, context } = all.boss
  await page.goto(`/1/${all.workspace}/home`)
  await page.locator('html[data-live=open]').waitFor()
  const second = await context.newPage()
  // Of the time before the task: only the first session is held.
  await second.route(
    '**/-/session',
    async route => {
      const response = await route.fetch()
      await assigned(all, 'Early')
      await unread(page, 1)
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await second.goto(`/1/${all.workspace}/home`)
  await unread(second, 1)
})

test('a second tab counts what the first one stored while it started', { skip }, async t => {
  const all = await office(t)
  const { page, context } = all.boss
  await page.goto(`/1/${all.workspace}/my_tasks/list`)
  await page.locator('html[data-live=open]').waitFor()
  await assigned(all, 'Before')
  const cursor = async () => ((await stored(page, 'state')).values[0] as { cursor: string } | undefined)?.cursor
  await untilEqual(async () => (await cursor()) !== undefined, true)
  const second = await context.newPage()
  await second.route(
    '**/-/session',
    async route => {
      const response = await route.fetch()
      const before = await cursor()
      await assigned(all, 'Early')
      await untilEqual(async () => (await cursor()) !== before, true)
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await second.goto(`/1/${all.workspace}/home`)
  await unread(second, 2)
})

test('what others do appears without a reload; opening it shows the comment and reads the row', { skip }, async t => {
  const all = await office(t)
  const { page } = all.boss
  await openInbox(all)
  await page.getByText('Your inbox is empty').waitFor()
  assert.deepEqual(await violations(page), [])
  await unread(page, 0)
  const task = await assigned(all, 'Write the brief')
  const row = rowOf(page, 'Write the brief')
  await row.getByText('Ben assigned this to you').waitFor()
  await unread(page, 1)
  await untilEqual(() => page.title(), '(1) Inbox · Workloom')
  for (let index = 0; index < 12; index++) await comment(all, task, `Remark ${index}`)
  const story = await comment(all, task, `Look here <a data-asana-gid="${all.me}"/>`)
  await row.getByText('Ben mentioned you').waitFor()
  await row.getByText('Look here @Ann').waitFor()
  await untilEqual(() => row.getAttribute('data-unread'), 'true')
  await unread(page, 1)
  await row.getByRole('link', { name: 'Write the brief' }).click()
  await page.waitForURL(url => url.pathname.endsWith(`/inbox/task/${task}`))
  const pane = page.getByRole('complementary', { name: 'Write the brief' })
  const target = pane.locator(`#story-${story}`)
  await target.waitFor()
  await untilTrue(
    page,
    `(() => { const { top, bottom } = document.getElementById('story-${story}').getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight })()`,
  )
  await unread(page, 0)
  await untilEqual(() => page.title(), 'Inbox · Workloom')
  await untilEqual(() => row.getAttribute('data-unread'), null)
  assert.deepEqual(await violations(page), [])
  await pane.getByRole('button', { name: 'Close' }).click()
  await pane.waitFor({ state: 'detached' })
  await untilEqual(() => focused(page), 'Write the brief')
})

test('keys archive, undo, mark and archive all, and the focus goes on to the next row', { skip }, async t => {
  const all = await office(t)
  const { page } = all.boss
  for (const name of ['Third', 'Second', 'First']) await assigned(all, name)
  await openInbox(all)
  await unread(page, 3)
  await rowOf(page, 'First').getByRole('link').focus()
  await press(page, 'j')
  await untilEqual(() => focused(page), 'Second')
  await press(page, 'e')
  await page.getByRole('region', { name: 'Notices' }).getByText('Notification archived').waitFor()
  await rowOf(page, 'Second').waitFor({ state: 'detached' })
  await untilEqual(() => focused(page), 'Third')
  await unread(page, 2)
  await press(page, 'Control+z')
  await rowOf(page, 'Second').waitFor()
  await unread(page, 3)
  await rowOf(page, 'Second').getByRole('link').focus()
  await press(page, 'Shift+R')
  await unread(page, 2)
  await rowOf(page, 'Second').getByRole('button', { name: 'Mark unread' }).click()
  await unread(page, 3)
  await untilSent(page)
  await press(page, 'Shift+E')
  await page.getByText('3 notifications archived').waitFor()
  await page.getByText('Your inbox is empty').waitFor()
  await unread(page, 0)
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, 'Third').waitFor()
  await unread(page, 3)
  await rowOf(page, 'Third').getByRole('button', { name: 'Archive' }).click()
  await untilSent(page)
  await page.getByRole('link', { name: 'Archived', exact: true }).click()
  await rowOf(page, 'Third').getByRole('button', { name: 'Move to inbox' }).click()
  await page.getByText('Nothing is archived').waitFor()
  assert.deepEqual(await violations(page), [])
  await untilSent(page)
  await page.locator('main').getByRole('link', { name: 'Inbox', exact: true }).click()
  await rowOf(page, 'Third').waitFor()
  await untilEqual(() => list(page).getByRole('listitem').count(), 3)
})

test('filters are part of the address; a row that is read stays for a moment', { skip }, async t => {
  const all = await office(t)
  const { page } = all.boss
  const task = await assigned(all, 'Assigned')
  const other = await createObject(all.ben, '/tasks', {
    name: 'Mentioned',
    workspace: all.workspace,
    followers: [all.me],
  })
  await comment(all, other, `See <a data-asana-gid="${all.me}"/>`)
  await openInbox(all)
  await rowOf(page, 'Mentioned').waitFor()
  const filter = (name: string) => page.getByRole('button', { name, exact: true })
  await untilEqual(() => filter('All').getAttribute('aria-pressed'), 'true')
  await filter('Mentions').click()
  await rowOf(page, 'Assigned').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '?filter=mentions')
  await page.reload()
  await rowOf(page, 'Mentioned').waitFor()
  await untilEqual(() => filter('Mentions').getAttribute('aria-pressed'), 'true')
  await filter('Assigned to me').click()
  await rowOf(page, 'Assigned').waitFor()
  await untilEqual(() => list(page).getByRole('listitem').count(), 1)
  await filter('Unread').click()
  await rowOf(page, 'Mentioned').waitFor()
  await rowOf(page, 'Assigned').getByRole('button', { name: 'Mark read' }).click()
  await untilEqual(() => rowOf(page, 'Assigned').getAttribute('data-unread'), null)
  await filter('Unread').focus()
  await rowOf(page, 'Assigned').waitFor({ state: 'detached' })
  await rowOf(page, 'Mentioned').getByRole('link').click()
  await page.waitForURL(url => url.pathname.endsWith(`/task/${other}`) && url.search === '?filter=unread')
  await page.goBack()
  // The row stays as long as it has the focus.
  await filter('Unread').focus()
  await page.getByText('Everything is read').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Show all' }).click()
  await rowOf(page, 'Assigned').waitFor()
  assert.ok(task)
})

test('the inbox is reached by link, keys, command, foreign address, phone bar and Home', { skip }, async t => {
  const all = await office(t)
  const { page } = all.boss
  await assigned(all, 'Seen on Home')
  const inbox = page.getByRole('heading', { level: 1, name: 'Inbox', exact: true })
  await page.goto('/0/inbox')
  await inbox.waitFor()
  await page.waitForURL(`**/1/${all.workspace}/inbox`)
  await page.goto(`/1/${all.workspace}/home`)
  const card = page.getByRole('region', { name: 'Inbox', exact: true })
  await card.getByRole('link', { name: 'Seen on Home' }).waitFor()
  assert.deepEqual(await violations(page), [])
  await press(page, 'g', 'i')
  await inbox.waitFor()
  await page.goto(`/1/${all.workspace}/home`)
  await card.waitFor()
  await press(page, 'Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('inbox')
  await page.getByRole('option', { name: 'Inbox', exact: true }).click()
  await inbox.waitFor()
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto(`/1/${all.workspace}/home`)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await rowOf(page, 'Seen on Home').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.setViewportSize({ width: 320, height: 640 })
  await untilTrue(page, 'document.documentElement.scrollWidth <= 320')
})

const MANY = 130
const BATCH_ACTIONS = 10

test('older notifications are read by scrolling, and only the visible rows are in the document', { skip }, async t => {
  const all = await office(t)
  const { page } = all.boss
  for (let start = 1; start <= MANY; start += BATCH_ACTIONS) {
    const actions = Array.from({ length: BATCH_ACTIONS }, (_, at) => ({
      ...{ method: 'post', relative_path: '/tasks' },
      data: { name: `Task ${start + at}`, workspace: all.workspace, assignee: all.me },
    }))
    const answer = await all.ben.context.request.post('/api/1.0/batch', { headers, data: { data: { actions } } })
    assert.equal(answer.status(), 200)
  }
  await page.goto(`/1/${all.workspace}/home`)
  await page.getByRole('link', { name: 'Inbox, 100 unread' }).waitFor()
  const requested: string[] = []
  page.on('request', request => void (request.url().includes('/-/inbox?') && requested.push(request.url())))
  await openInbox(all)
  const items = list(page).getByRole('listitem')
  await items.first().waitFor()
  assert.match(requested[0] ?? '', /limit=50$/)
  await items.first().getByRole('link').focus()
  for (let at = 1; at < MANY; at += 1) await press(page, 'ArrowDown')
  await untilTrue(page, `document.activeElement?.textContent === 'Task 1'`)
  assert.ok((await items.count()) < 60)
  await untilEqual(() => items.last().getAttribute('aria-posinset'), String(MANY))
  await press(page, 'Home')
  await untilTrue(page, `document.activeElement?.textContent === 'Task ${MANY}'`)
})

test('the browser shows a new notification while the person looks elsewhere', { skip }, async t => {
  const all = await office(t)
  const { page, context } = all.boss
  // The notices of the browser, which no page can read.
  await context.addInitScript(`
    window.shown = []
    window.Notification = class {
      static permission = 'granted'
      constructor(title, { body, tag }) { window.shown.push({ title, body, tag }) }
    }
    document.hasFocus = () => false`)
  await openInbox(all)
  await assigned(all, 'Not chosen')
  await rowOf(page, 'Not chosen').waitFor()
  await page.goto('/settings/notifications')
  await page.getByRole('switch', { name: 'Browser notifications' }).check()
  await page.locator('html[data-live=open]').waitFor()
  await assigned(all, 'Chosen')
  await untilTrue(page, 'window.shown.length > 0')
  const [notice] = await page.evaluate<{ title: string; body: string }[]>('window.shown')
  assert.deepEqual([notice?.title, notice?.body], ['Chosen', 'Ben assigned this to you'])
})
