/** The afternoon of the day: board, calendar, files, status, search, the inbox and the trash. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { press, row, untilEqual, untilSent, untilTasks } from '../launch.ts'
import {
  button,
  cardsOf,
  column,
  type Day,
  dialog,
  inboxRow,
  notice,
  open,
  openProject,
  pane,
  sidebar,
  textbox,
  undo,
} from './people.ts'

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function samDragsACardWhileElenaLooks({ elena, sam }: Day) {
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

export async function elenaSetsADueDateThatSamSeesInTheCalendar({ elena, sam }: Day) {
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

export async function samUploadsAFileThatElenaOpens({ elena, sam }: Day) {
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

export async function elenaReportsTheStatusThatSamLikes({ elena, sam }: Day) {
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

export async function bothFindTheTask({ elena, sam }: Day) {
  const find = async (page: Page) => {
    await press(page, '/')
    await page.locator('[aria-label="Search tasks"]:focus').waitFor()
    await page.keyboard.type('flyers')
    await untilTasks(page, ['Print flyers'])
  }
  await Promise.all([find(elena), find(sam)])
}

export async function samCompletesATaskAndTakesItBack({ elena, sam }: Day) {
  for (const page of [elena, sam]) await openProject(page, 'List')
  await row(sam, 'Order banners').getByRole('checkbox', { name: 'Completed' }).check()
  await notice(sam, 'Task completed').waitFor()
  await row(elena, 'Order banners').waitFor({ state: 'detached' })
  await undo(sam, 'Task completed')
  for (const page of [elena, sam])
    await untilTasks(page, ['Book a stand', 'Order banners', 'Call the printer', 'Print flyers'])
}

export async function elenaArchivesHerInbox({ elena, home }: Day) {
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

export async function samDeletesATaskAndRestoresIt({ elena, sam }: Day) {
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
