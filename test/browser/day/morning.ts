/** The morning of the day: home, tasks of their own, a project of a template, comments. */
import type { Page } from 'playwright-core'
import { press, row, untilEqual, untilSections, untilSent, untilTasks } from '../launch.ts'
import {
  button,
  type Day,
  dialog,
  heading,
  inboxRow,
  notice,
  open,
  openProject,
  PROJECT,
  pane,
  region,
  sidebar,
  TEAM,
  textbox,
} from './people.ts'

export async function bothReadHomeAndInbox({ elena, sam, home }: Day) {
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

export async function eachOrdersMyTasks({ elena, sam, home }: Day) {
  const order = async (page: Page) => {
    await open(page, `${home}/my_tasks/list`)
    await button(page, 'Add task').click()
    for (const name of ['Water the plants', 'Read the news']) {
      await textbox(page, 'Task name').fill(name)
      await press(page, 'Enter')
    }
    await press(page, 'Escape')
    // A row is made anew when its task is stored.
    await untilSent(page)
    await row(page, 'Read the news').focus()
    await press(page, 'Alt+Shift+Home')
    await untilSent(page)
    const names = () => page.locator('[data-kind="task"]').evaluateAll(rows => rows.map(one => one.ariaLabel))
    await untilEqual(async () => (await names()).slice(0, 2), ['Read the news', 'Water the plants'])
  }
  await Promise.all([order(elena), order(sam)])
}

export async function elenaSavesATemplate({ elena }: Day) {
  await sidebar(elena, 'Spring fair').click()
  await row(elena, 'Book a stand').waitFor()
  await button(elena, 'Project actions').click()
  await elena.getByRole('menuitem', { name: 'Save as template', exact: true }).click()
  const saving = dialog(elena, 'Save as template')
  await textbox(saving, 'Template name').fill('Any fair')
  await button(saving, 'Save as template').click()
  await notice(elena, 'Template saved').waitFor()
}

export async function samCreatesAProjectOfIt({ elena, sam, home }: Day) {
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

export async function bothTypeTasks({ elena, sam }: Day) {
  await Promise.all([
    typeTasks(elena, 'To do', ['Order banners', 'Print flyers']),
    typeTasks(sam, 'Doing', ['Call the printer']),
  ])
  for (const page of [elena, sam])
    await untilTasks(page, ['Book a stand', 'Order banners', 'Print flyers', 'Call the printer'])
}

export async function assign(page: Page, task: string, name: string) {
  await button(row(page, task), 'Assignee: none').click()
  await page.getByRole('combobox', { name: 'Assignee' }).fill(name)
  await page.getByRole('option', { name }).click()
}

export async function eachAssignsTheOther({ elena, sam }: Day) {
  await Promise.all([assign(elena, 'Order banners', 'Sam Whitlock'), assign(sam, 'Print flyers', 'Elena Fischer')])
  for (const page of [elena, sam]) {
    await button(row(page, 'Order banners'), 'Assignee: Sam Whitlock').waitFor()
    await button(row(page, 'Print flyers'), 'Assignee: Elena Fischer').waitFor()
  }
}

export const comment = (page: Page, person: string, text: string) =>
  page.getByRole('article', { name: person }).getByText(text)

export async function writeComment(page: Page, task: string, text: string) {
  await textbox(pane(page, task), 'Comment').click()
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await page.keyboard.type(text)
}

export async function elenaMentionsSamWhoAnswers({ elena, sam, home }: Day) {
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
