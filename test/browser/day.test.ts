/**
 * One day of two people of a company, who work at once: each step of the one is checked on the screen of the other. The
 * company is that of `demo`, so both begin with work of their own.
 */
import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { headers, press, row, untilEqual, untilSections, untilSent, untilTasks } from './launch.ts'
import {
  callConsole,
  createObject,
  firstOrganization,
  openVisitor,
  type Server,
  skip,
  startBrowser,
  startDemo,
  type Visitor,
} from './visitor.ts'

let browser: Browser
let server: Server

before(async () => {
  if (skip) return
  ;[browser, server] = await Promise.all([startBrowser(), startDemo()])
})

/** Two people of the marketing team, each with a browser. */
interface Day {
  readonly elena: Page
  readonly sam: Page
  /** The address of the workspace. */
  readonly home: string
}

const TEAM = 'Marketing'
const PROJECT = 'Autumn fair'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const textbox = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const pane = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })
const sidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const inboxRow = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Notifications', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

const notice = (page: Page, text: string) => region(page, 'Notices').getByRole('status').filter({ hasText: text })

async function undo(page: Page, text: string) {
  await button(notice(page, text), 'Undo').click()
  await notice(page, 'Undone').waitFor()
  await untilSent(page)
}

/** Opens an address of the app, and waits until the page receives what others do. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.locator('html[data-live=open]').waitFor()
}

const openProject = async (page: Page, layout: 'List' | 'Board' | 'Calendar' | 'Updates') => {
  await sidebar(page, PROJECT).click()
  await page.getByRole('navigation', { name: 'Project views' }).getByRole('link', { name: layout, exact: true }).click()
}

/** The names of the cards of a column, from the top. */
const cardsOf = (page: Page, name: string): Promise<string[]> =>
  column(page, name).getByRole('listitem').getByRole('link').allInnerTexts()

async function signIn(t: TestContext, email: string, administrator: Visitor): Promise<Visitor> {
  const workspace = await firstOrganization(administrator)
  const path = `/api/1.0/workspaces/${workspace}/users?opt_fields=email&limit=100`
  const { data } = await (await administrator.context.request.get(path, { headers })).json()
  const person = data.find((one: { email: string }) => one.email === email)
  const route = `/organizations/${workspace}/people/${person.gid}/link`
  const { link } = await callConsole<{ link: string }>(administrator, 'POST', route)
  const visitor = await openVisitor(t, { browser, server })
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(link).hash.slice(1) })
  return visitor
}

/** The project of the last fair, in the team of both. */
async function createSpringFair(visitor: Visitor, workspace: string) {
  const path = `/api/1.0/workspaces/${workspace}/teams?limit=100`
  const { data } = await (await visitor.context.request.get(path, { headers })).json()
  const team = data.find(({ name }: { name: string }) => name === TEAM).gid
  const project = await createObject(visitor, '/projects', { name: 'Spring fair', workspace, team })
  for (const name of ['To do', 'Doing', 'Done']) await createObject(visitor, `/projects/${project}/sections`, { name })
  const found = await visitor.context.request.get(`/api/1.0/projects/${project}/sections`, { headers })
  const [untitled, first] = (await found.json()).data
  await createObject(visitor, '/tasks', { name: 'Book a stand', memberships: [{ project, section: first.gid }] })
  await visitor.context.request.delete(`/api/1.0/sections/${untitled.gid}`, { headers })
}

async function startDay(t: TestContext): Promise<Day> {
  const maya = await openVisitor(t, { browser, server })
  await callConsole(maya, 'POST', '/sign_in/link', { link: new URL(server.link).hash.slice(1) })
  const [elena, sam] = [await signIn(t, 'elena@larkmoor.example', maya), await signIn(t, 'sam@larkmoor.example', maya)]
  const workspace = await firstOrganization(elena)
  await createSpringFair(elena, workspace)
  return { elena: elena.page, sam: sam.page, home: `/1/${workspace}` }
}

async function bothReadHomeAndInbox({ elena, sam, home }: Day) {
  const read = async (page: Page, name: string) => {
    await open(page, `${home}/home`)
    await page.getByText(new RegExp(`^Good (morning|afternoon|evening), ${name}`)).waitFor()
    await region(page, 'My tasks').getByRole('listitem').first().waitFor()
    await region(page, 'Projects').getByRole('link', { name: 'Trailhead tent launch' }).waitFor()
    await sidebar(page, 'Inbox')
      .or(page.getByRole('link', { name: /^Inbox, \d+ unread$/ }))
      .first()
      .click()
    await heading(page, 'Inbox').waitFor()
  }
  await Promise.all([read(elena, 'Elena'), read(sam, 'Sam')])
}

async function eachOrdersMyTasks({ elena, sam, home }: Day) {
  const order = async (page: Page) => {
    await open(page, `${home}/my_tasks/list`)
    await button(page, 'Add task').click()
    for (const name of ['Water the plants', 'Read the news']) {
      await textbox(page, 'Task name').fill(name)
      await press(page, 'Enter')
    }
    await press(page, 'Escape')
    await row(page, 'Read the news').focus()
    await press(page, 'Alt+Shift+Home')
    await untilSent(page)
    const names = () => page.locator('[data-kind="task"]').evaluateAll(rows => rows.map(one => one.ariaLabel))
    await untilEqual(async () => (await names()).slice(0, 2), ['Read the news', 'Water the plants'])
  }
  await Promise.all([order(elena), order(sam)])
}

async function elenaSavesATemplate({ elena }: Day) {
  await sidebar(elena, 'Spring fair').click()
  await row(elena, 'Book a stand').waitFor()
  await button(elena, 'Project actions').click()
  await elena.getByRole('menuitem', { name: 'Save as template', exact: true }).click()
  const saving = dialog(elena, 'Save as template')
  await textbox(saving, 'Template name').fill('Any fair')
  await button(saving, 'Save as template').click()
  await notice(elena, 'Template saved').waitFor()
}

async function samCreatesAProjectOfIt({ elena, sam, home }: Day) {
  await open(sam, `${home}/teams`)
  await sam.getByRole('link', { name: TEAM, exact: true }).click()
  await button(sam, 'Use template Any fair').click()
  const using = dialog(sam, 'Use Any fair')
  await textbox(using, 'Project name').fill(PROJECT)
  await using.getByRole('combobox', { name: 'Privacy' }).selectOption('Team')
  await button(using, 'Create project').click()
  await heading(sam, PROJECT).waitFor()
  for (const page of [elena, sam]) {
    await sidebar(page, PROJECT).waitFor()
    await openProject(page, 'List')
    await untilSections(page, ['To do', 'Doing', 'Done'])
    await untilTasks(page, ['Book a stand'])
  }
}

/** Types tasks at the end of a section. */
async function typeTasks(page: Page, section: string, names: readonly string[]) {
  await button(page, `Add task to ${section}`).click()
  for (const name of names) {
    await textbox(page, 'Task name').fill(name)
    await press(page, 'Enter')
  }
  await press(page, 'Escape')
  await untilSent(page)
}

async function bothTypeTasks({ elena, sam }: Day) {
  await Promise.all([
    typeTasks(elena, 'To do', ['Order banners', 'Print flyers']),
    typeTasks(sam, 'Doing', ['Call the printer']),
  ])
  for (const page of [elena, sam])
    await untilTasks(page, ['Book a stand', 'Order banners', 'Print flyers', 'Call the printer'])
}

async function assign(page: Page, task: string, name: string) {
  await button(row(page, task), 'Assignee: none').click()
  await page.getByRole('combobox', { name: 'Assignee' }).fill(name)
  await page.getByRole('option', { name }).click()
}

async function eachAssignsTheOther({ elena, sam }: Day) {
  await Promise.all([assign(elena, 'Order banners', 'Sam Whitlock'), assign(sam, 'Print flyers', 'Elena Fischer')])
  for (const page of [elena, sam]) {
    await button(row(page, 'Order banners'), 'Assignee: Sam Whitlock').waitFor()
    await button(row(page, 'Print flyers'), 'Assignee: Elena Fischer').waitFor()
  }
}

const comment = (page: Page, person: string, text: string) =>
  page.getByRole('article', { name: person }).getByText(text)

async function writeComment(page: Page, task: string, text: string) {
  await textbox(pane(page, task), 'Comment').click()
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await page.keyboard.type(text)
}

async function elenaMentionsSamWhoAnswers({ elena, sam, home }: Day) {
  await open(sam, `${home}/inbox`)
  await inboxRow(sam, 'Order banners').getByText('Elena Fischer assigned this to you').waitFor()
  await row(elena, 'Order banners').getByRole('link', { name: 'Order banners' }).click()
  await writeComment(elena, 'Order banners', 'Which color do we take? @Sam Wh')
  await elena.getByRole('listbox', { name: 'Mention' }).getByRole('option', { name: 'Sam Whitlock' }).click()
  await press(elena, 'Control+Enter')
  await comment(elena, 'Elena Fischer', 'Which color do we take?').waitFor()
  await inboxRow(sam, 'Order banners').getByText('Elena Fischer mentioned you').waitFor()
  await inboxRow(sam, 'Order banners').getByRole('link', { name: 'Order banners' }).click()
  await comment(sam, 'Elena Fischer', 'Which color do we take?').waitFor()
  await writeComment(sam, 'Order banners', 'Green, as the tents.')
  await press(sam, 'Control+Enter')
  for (const page of [elena, sam]) await comment(page, 'Sam Whitlock', 'Green, as the tents.').waitFor()
}

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function samDragsACardWhileElenaLooks({ elena, sam }: Day) {
  for (const page of [elena, sam]) {
    await openProject(page, 'Board')
    await untilEqual(() => cardsOf(page, 'To do'), ['Book a stand', 'Order banners', 'Print flyers'])
  }
  const from = await middleOf(column(sam, 'To do').getByRole('link', { name: 'Print flyers' }))
  const to = await middleOf(column(sam, 'Done'))
  await sam.mouse.move(from.x, from.y)
  await sam.mouse.down()
  await sam.mouse.move(from.x + 8, from.y + 8)
  await sam.mouse.move(to.x, to.y, { steps: 4 })
  await column(sam, 'Done').and(sam.locator('[data-drop]')).waitFor()
  await sam.mouse.up()
  await notice(sam, 'Moved to Done').waitFor()
  for (const page of [elena, sam]) {
    await untilEqual(() => cardsOf(page, 'Done'), ['Print flyers'])
    await untilEqual(() => cardsOf(page, 'To do'), ['Book a stand', 'Order banners'])
  }
}

async function elenaSetsADueDateThatSamSeesInTheCalendar({ elena, sam }: Day) {
  await openProject(sam, 'Calendar')
  await open(sam, `${new URL(sam.url()).pathname}?date=2031-06`)
  await sam.getByRole('grid', { name: 'June 2031' }).waitFor()
  await column(elena, 'Done').getByRole('link', { name: 'Print flyers' }).click()
  await button(pane(elena, 'Print flyers'), 'Due date: none').click()
  await textbox(dialog(elena, 'Due date'), 'Date').fill('2031-06-12')
  await dialog(elena, 'Due date').getByText('Thursday, 12 June 2031').waitFor()
  await press(elena, 'Enter')
  await button(pane(elena, 'Print flyers'), 'Due date: 12 Jun 2031').waitFor()
  await sam
    .getByRole('gridcell', { name: /^Thursday, 12 June 2031,/ })
    .getByRole('link', { name: 'Print flyers' })
    .waitFor()
}

async function samUploadsAFileThatElenaOpens({ elena, sam }: Day) {
  await sam.getByRole('gridcell').getByRole('link', { name: 'Print flyers' }).click()
  const file = { name: 'flyer.txt', mimeType: 'text/plain', buffer: Buffer.from('Tents for a weekend') }
  await pane(sam, 'Print flyers').getByLabel('Attach files').setInputFiles(file)
  for (const page of [elena, sam]) {
    await button(page.getByRole('list', { name: 'Attachments' }), 'flyer.txt').click()
    await dialog(page, 'flyer.txt').getByText('Tents for a weekend').waitFor()
    await press(page, 'Escape')
    await dialog(page, 'flyer.txt').waitFor({ state: 'detached' })
  }
}

async function elenaReportsTheStatusThatSamLikes({ elena, sam }: Day) {
  for (const page of [elena, sam]) await openProject(page, 'Updates')
  await button(elena, 'Status: No status').click()
  await elena.getByRole('menuitem', { name: 'On track', exact: true }).click()
  const posting = dialog(elena, 'Status update')
  await textbox(posting, 'Title').fill('First day')
  await textbox(posting, 'Update').click()
  await textbox(posting, 'Update').pressSequentially('The flyers are at the printer.')
  await button(posting, 'Post').click()
  const update = (page: Page) => page.getByRole('article', { name: 'First day', exact: true })
  for (const page of [elena, sam]) {
    await update(page).getByText('The flyers are at the printer.').waitFor()
    await button(page, 'Status: On track').waitFor()
  }
  await button(update(sam), 'Like').click()
  await button(update(sam), 'Unlike, 1').waitFor()
  // Likes of status updates are no changes, so that a page shows them when it loads again.
  await untilSent(sam)
  await elena.reload()
  await button(update(elena), 'Like, 1').waitFor()
}

async function bothFindTheTask({ elena, sam }: Day) {
  const find = async (page: Page) => {
    await press(page, '/')
    await page.locator('[aria-label="Search tasks"]:focus').waitFor()
    await page.keyboard.type('flyers')
    await untilTasks(page, ['Print flyers'])
  }
  await Promise.all([find(elena), find(sam)])
}

async function samCompletesATaskAndTakesItBack({ elena, sam }: Day) {
  for (const page of [elena, sam]) await openProject(page, 'List')
  await row(sam, 'Order banners').getByRole('checkbox', { name: 'Completed' }).check()
  await notice(sam, 'Task completed').waitFor()
  await row(elena, 'Order banners').waitFor({ state: 'detached' })
  await undo(sam, 'Task completed')
  for (const page of [elena, sam])
    await untilTasks(page, ['Book a stand', 'Order banners', 'Call the printer', 'Print flyers'])
}

async function elenaArchivesHerInbox({ elena, home }: Day) {
  await open(elena, `${home}/inbox`)
  await inboxRow(elena, 'Print flyers').getByText('Sam Whitlock').first().waitFor()
  await inboxRow(elena, 'Print flyers').getByRole('link', { name: 'Print flyers' }).focus()
  await press(elena, 'e')
  await notice(elena, 'Notification archived').waitFor()
  await inboxRow(elena, 'Print flyers').waitFor({ state: 'detached' })
  await untilSent(elena)
  await elena.getByRole('link', { name: 'Archived', exact: true }).click()
  await inboxRow(elena, 'Print flyers').waitFor()
}

async function samDeletesATaskAndRestoresIt({ elena, sam }: Day) {
  await openProject(elena, 'List')
  await row(elena, 'Call the printer').waitFor()
  await row(sam, 'Call the printer').focus()
  await press(sam, 'Delete')
  await notice(sam, 'Moved to trash').waitFor()
  for (const page of [elena, sam]) await untilTasks(page, ['Book a stand', 'Order banners', 'Print flyers'])
  await untilSent(sam)
  await sidebar(sam, 'Trash').click()
  await button(sam, 'Restore Call the printer').click()
  await notice(sam, 'Call the printer restored').waitFor()
  await openProject(sam, 'List')
  for (const page of [elena, sam])
    await untilTasks(page, ['Book a stand', 'Order banners', 'Call the printer', 'Print flyers'])
}

test('two people of a company work together for a day', { skip }, async t => {
  const day = await startDay(t)
  await bothReadHomeAndInbox(day)
  await eachOrdersMyTasks(day)
  await elenaSavesATemplate(day)
  await samCreatesAProjectOfIt(day)
  await bothTypeTasks(day)
  await eachAssignsTheOther(day)
  await elenaMentionsSamWhoAnswers(day)
  await samDragsACardWhileElenaLooks(day)
  await elenaSetsADueDateThatSamSeesInTheCalendar(day)
  await samUploadsAFileThatElenaOpens(day)
  await elenaReportsTheStatusThatSamLikes(day)
  await bothFindTheTask(day)
  await samCompletesATaskAndTakesItBack(day)
  await elenaArchivesHerInbox(day)
  await samDeletesATaskAndRestoresIt(day)
})
