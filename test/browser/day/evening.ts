/** The evening of the day: a rule works for both, a third person is let in, and one of them goes on by phone. */
import type { Page } from 'playwright-core'
import { press, row, untilEqual, untilSent, untilTasks } from '../launch.ts'
import { assign, comment, writeComment } from './morning.ts'
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
  PROJECT,
  pane,
  sidebar,
} from './people.ts'

const RULE = 'Put away what is done'

async function openRules(page: Page) {
  await button(page, 'Project actions').click()
  await page.getByRole('menuitem', { name: 'Rules', exact: true }).click()
  await dialog(page, 'Rules').waitFor()
}

export async function samWritesARule({ sam }: Day) {
  await openProject(sam, 'List')
  await openRules(sam)
  await button(sam, 'Add rule').click()
  const rule = dialog(sam, 'New rule')
  await rule.getByRole('textbox', { name: 'Rule name', exact: true }).fill(RULE)
  await rule.getByRole('combobox', { name: 'Trigger', exact: true }).selectOption({ label: 'A task is completed' })
  const action = rule.getByRole('group', { name: 'Action', exact: true })
  await action.getByRole('combobox', { name: 'Action', exact: true }).selectOption({ label: 'Move to a section' })
  await action.getByLabel('Section', { exact: true }).selectOption({ label: 'Done' })
  await button(rule, 'Create rule').click()
  await sam.getByRole('switch', { name: RULE, exact: true }).waitFor()
  await button(dialog(sam, 'Rules'), 'Done').click()
}

/** The rule moves the task for both, and its runs name it. */
export async function elenaCompletesATaskThatTheRuleMoves({ elena, sam }: Day) {
  await openProject(elena, 'List')
  await row(elena, 'Call the printer').getByRole('checkbox', { name: 'Completed' }).check()
  await notice(elena, 'Task completed').waitFor()
  for (const page of [elena, sam]) {
    await openProject(page, 'Board')
    await open(page, `${new URL(page.url()).pathname}?show=all`)
    await column(page, 'Done').getByRole('link', { name: 'Call the printer' }).waitFor()
  }
  await openRules(sam)
  await button(sam, `Runs of ${RULE}`).click()
  await sam
    .getByRole('list', { name: `Runs of ${RULE}` })
    .getByRole('link', { name: 'Call the printer' })
    .waitFor()
  await press(sam, 'Escape')
}

export async function samLetsKaiComment({ elena, sam }: Day) {
  await button(sam, 'Share').click()
  const sharing = dialog(sam, `Share ${PROJECT}`)
  await sharing.getByRole('combobox', { name: 'Add people', exact: true }).fill('Kai')
  await sharing.getByRole('option', { name: /^Kai Sørensen/ }).click()
  await sharing.getByRole('combobox', { name: 'Access', exact: true }).selectOption('Commenter')
  await button(sharing, 'Add').click()
  await untilEqual(
    () => sharing.getByRole('combobox', { name: 'Access of Kai Sørensen', exact: true }).inputValue(),
    'commenter',
  )
  await button(sharing, 'Done').click()
  await button(elena, 'Share').click()
  await dialog(elena, `Share ${PROJECT}`).getByText('Kai Sørensen', { exact: true }).waitFor()
  await button(dialog(elena, `Share ${PROJECT}`), 'Done').click()
}

/** The inbox of the phone leads to what Elena just gave to Sam; his answer appears on her screen. */
export async function samAnswersOnHisPhone({ elena, samsPhone, home }: Day) {
  const phone = samsPhone
  await open(phone, `${home}/home`)
  await openProject(elena, 'List')
  await assign(elena, 'Book a stand', 'Sam Whitlock')
  await row(elena, 'Book a stand').getByRole('link', { name: 'Book a stand' }).click()
  await pane(elena, 'Book a stand').waitFor()
  await phone
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Inbox/ })
    .tap()
  await inboxRow(phone, 'Book a stand').getByText('Elena Fischer assigned this to you').waitFor()
  await inboxRow(phone, 'Book a stand').getByRole('link', { name: 'Book a stand' }).tap()
  await writeComment(phone, 'Book a stand', 'Booked, from the train.')
  await button(phone, 'Post comment').tap()
  for (const page of [elena, phone]) await comment(page, 'Sam Whitlock', 'Booked, from the train.').waitFor()
}

export async function samCompletesItOnHisPhone({ elena, samsPhone }: Day) {
  await button(pane(samsPhone, 'Book a stand'), 'Close').tap()
  await button(samsPhone, 'Menu').tap()
  await dialog(samsPhone, 'Menu').getByRole('link', { name: PROJECT, exact: true }).tap()
  await samsPhone
    .getByRole('navigation', { name: 'Project views' })
    .getByRole('link', { name: 'List', exact: true })
    .tap()
  await row(samsPhone, 'Book a stand').getByRole('checkbox', { name: 'Completed' }).tap()
  await notice(samsPhone, 'Task completed').waitFor()
  await untilSent(samsPhone)
  await sidebar(elena, PROJECT).click()
  await untilTasks(elena, ['Order banners', 'Print flyers'])
  await openProject(elena, 'Board')
  await open(elena, `${new URL(elena.url()).pathname}?show=all`)
  await untilEqual(
    async () => (await cardsOf(elena, 'Done')).toSorted(),
    ['Book a stand', 'Call the printer', 'Print flyers'],
  )
}
