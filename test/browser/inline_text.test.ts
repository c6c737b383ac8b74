/** Text fields inside lists, boards and headings: the keyboard opens and closes them, and keeps its place. */
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { card, column, openBoard } from './boards.ts'
import { createLaunch, openList, row } from './launch.ts'
import { administrator, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

/** Waits for the text field, closes it by a key, and waits until the target has the focus. */
async function closesTo(page: Page, field: string, target: Locator, key = 'Escape'): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press(key)
  await target.and(page.locator(':focus')).waitFor()
}

/** Chooses an entry of the menu of a section by keys. */
async function choose(page: Page, section: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Section actions: ${section}` }).press('Enter')
  await page.getByRole('menuitem', { name: entry }).press('Enter')
}

test('a key that closes a text field of a board returns the focus to where it was', { skip }, async t => {
  const { page } = await openBoard(t, site)
  await card(page, 'B').focus()
  for (const key of ['Escape', 'Enter']) {
    await page.keyboard.press('n')
    await closesTo(page, 'Task name', card(page, 'B'), key)
  }
  const add = column(page, 'Done').getByRole('button', { name: 'Add task to Done' })
  await add.press('Enter')
  await closesTo(page, 'Task name', add)
  const addSection = page.getByRole('button', { name: 'Add section' })
  await addSection.press('Enter')
  await closesTo(page, 'Section name', addSection)
  const actions = page.getByRole('button', { name: 'Section actions: Done' })
  await choose(page, 'Done', 'Rename')
  await closesTo(page, 'Section name', actions, 'Enter')
  await choose(page, 'Done', 'Add section below')
  await closesTo(page, 'Section name', actions)
})

test('a key that closes a text field of a list or of its heading keeps the focus there', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await openList(page, await createLaunch(visitor, 'Garden', ['Dig']))
  await choose(page, 'Doing', 'Rename')
  await closesTo(page, 'Section name', row(page, 'Doing'))
  await choose(page, 'Doing', 'Add section below')
  await closesTo(page, 'Section name', row(page, 'Add section'))
  const title = page.getByRole('button', { name: 'Garden', exact: true }).and(page.locator('[title="Rename"]'))
  await title.press('Enter')
  await closesTo(page, 'Project name', title, 'Enter')
})
