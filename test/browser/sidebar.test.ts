/** The sidebar and the bar of the frame: groups, favorites, projects, the parts of the window, going back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violations } from './axe.ts'
import { createLaunch, headers, openList, press, row, untilEqual, untilSent } from './launch.ts'
import { administrator, callConsole, createObject, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

const linksIn = (page: Page, list: string): Promise<string[]> =>
  page.getByRole('list', { name: list, exact: true }).getByRole('link').allInnerTexts()

const linkIn = (page: Page, list: string, name: string): Locator =>
  page.getByRole('list', { name: list, exact: true }).getByRole('link', { name, exact: true })

const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Chooses an action of the menu at a link. */
async function choose(page: Page, button: string, action: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('groups fold and stay folded, and projects stand by team or behind a link', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const { workspace, project } = await createLaunch(visitor, 'Folding')
  const team = await createObject(visitor, '/teams', { name: 'Makers', organization: workspace })
  await createObject(visitor, '/projects', { name: 'Of the team', workspace, team })
  await createObject(visitor, '/projects', { name: 'Long ago', workspace, archived: true })
  await page.goto(`/1/${workspace}/project/${project}/list`)
  const fold = page.getByRole('button', { name: 'Projects', exact: true })
  await linkIn(page, 'Projects', 'Folding').waitFor()
  await fold.click()
  await untilEqual(() => fold.getAttribute('aria-expanded'), 'false')
  await page.getByRole('list', { name: 'Projects', exact: true }).waitFor({ state: 'detached' })
  const stored = async () => {
    const { sidebar } = await callConsole<{ sidebar: { folded?: string[]; by_team?: boolean } }>(
      visitor,
      'GET',
      '/preferences',
    )
    return [sidebar.folded ?? [], sidebar.by_team === true]
  }
  await untilEqual(stored, [['projects'], false])
  await page.reload()
  await untilEqual(() => fold.getAttribute('aria-expanded'), 'false')
  await fold.click()
  await linkIn(page, 'Projects', 'Folding').waitFor()

  await page.getByRole('button', { name: 'Order of projects' }).click()
  await page.getByRole('menuitemradio', { name: 'By team' }).click()
  await linkIn(page, 'Makers', 'Of the team').waitFor()
  await linkIn(page, 'No team', 'Folding').waitFor()
  await page.getByRole('button', { name: 'Archived projects' }).click()
  await linkIn(page, 'Archived projects', 'Long ago').waitFor()
  await untilEqual(() => violations(page), [])
  await page.getByRole('button', { name: 'Order of projects' }).click()
  await page.getByRole('menuitemradio', { name: 'All projects' }).click()
  await linkIn(page, 'Projects', 'Of the team').waitFor()
  // Later tests of the account see the sidebar as it is stored.
  await untilEqual(stored, [[], false])
})

test('favorites are ordered by keys, by the menu and by dragging', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const { workspace } = await createLaunch(visitor, 'Favored')
  for (const name of ['One', 'Two', 'Three']) {
    const gid = await createObject(visitor, '/projects', { name, workspace })
    await callConsole(visitor, 'PUT', `/favorites/${gid}`, {})
  }
  const order = () => linksIn(page, 'Favorites')
  const onServer = async () =>
    (await callConsole<{ name: string }[]>(visitor, 'GET', `/favorites?workspace=${workspace}`)).map(({ name }) => name)
  await page.goto(`/1/${workspace}/home`)
  await untilEqual(order, ['One', 'Two', 'Three'])
  await linkIn(page, 'Favorites', 'Three').focus()
  await press(page, 'Alt+Shift+ArrowUp')
  await untilEqual(order, ['One', 'Three', 'Two'])
  await page.getByRole('status').getByText('Moved to Favorites, 2 of 3', { exact: true }).waitFor()
  await untilEqual(onServer, ['One', 'Three', 'Two'])
  await choose(page, 'Favorite: One', 'Move down')
  await untilEqual(order, ['Three', 'One', 'Two'])
  await untilEqual(onServer, ['Three', 'One', 'Two'])
  const [from, to] = [
    await middleOf(linkIn(page, 'Favorites', 'Two')),
    await middleOf(linkIn(page, 'Favorites', 'Three')),
  ]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.move(to.x, to.y - 8)
  await page.mouse.up()
  await untilEqual(order, ['Two', 'Three', 'One'])
  await untilEqual(onServer, ['Two', 'Three', 'One'])
  await choose(page, 'Favorite: Three', 'Remove from favorites')
  await untilEqual(order, ['Two', 'One'])
  await untilEqual(onServer, ['Two', 'One'])
})

test('the menu of a project in the sidebar gives it a colour and an icon, and archives it', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const { workspace, project } = await createLaunch(visitor, 'Painted')
  await page.goto(`/1/${workspace}/home`)
  const more = 'Project: Painted'
  await choose(page, more, 'Colour and icon')
  await page.getByRole('radio', { name: 'Dark teal' }).check()
  await page.getByRole('radio', { name: 'Rocket' }).check()
  await untilSent(page)
  await untilEqual(() => violations(page), [])
  await page.getByRole('button', { name: 'Done' }).click()
  const found = await context.request.get(`/api/1.0/projects/${project}?opt_fields=color,icon`, { headers })
  const { color, icon } = (await found.json()).data
  assert.deepEqual([color, icon], ['dark-teal', 'rocket'])
  await choose(page, more, 'Add to favorites')
  await linkIn(page, 'Favorites', 'Painted').waitFor()
  await choose(page, more, 'Archive')
  await linkIn(page, 'Projects', 'Painted').waitFor({ state: 'detached' })
})

const membershipsOf = async ({ context }: Visitor, task: string): Promise<string[]> => {
  const found = await context.request.get(`/api/1.0/tasks/${task}?opt_fields=projects.name`, { headers })
  return (await found.json()).data.projects.map(({ name }: { name: string }) => name).toSorted()
}

test('a task that is dropped on a project of the sidebar is added to it, and with Alt it moves', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Here', ['Added', 'Moved'])
  await createObject(visitor, '/projects', { name: 'There', workspace: launch.workspace })
  await openList(page, launch)
  const gidOf = async (name: string) => (await row(page, name).getAttribute('data-gid')) ?? ''
  const [added, moved] = [await gidOf('Added'), await gidOf('Moved')]
  const link = linkIn(page, 'Projects', 'There')
  const drop = async (name: string) => {
    const from = await middleOf(row(page, name).getByRole('button', { name: 'Move', exact: true }))
    const to = await middleOf(link)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.locator('.sidebar [data-drop="into"]').waitFor()
    await page.mouse.up()
  }
  await drop('Added')
  await page.getByRole('status').getByText('Added to There', { exact: true }).waitFor()
  await untilEqual(() => membershipsOf(visitor, added), ['Here', 'There'])
  await page.keyboard.down('Alt')
  await drop('Moved')
  await page.keyboard.up('Alt')
  await row(page, 'Moved').waitFor({ state: 'detached' })
  await untilEqual(() => membershipsOf(visitor, moved), ['There'])
  await page.locator('#main').focus()
  await press(page, 'Control+z')
  await untilEqual(() => membershipsOf(visitor, moved), ['Here'])
})

test('keys lead to projects, layouts and the parts of the window, and buttons go back and forward', {
  skip,
}, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const launch = await createLaunch(visitor, 'Keys', ['One'])
  await openList(page, launch)
  await row(page, 'One').focus()
  await press(page, '3')
  await page.getByRole('region', { name: 'Board' }).waitFor()
  const back = page.getByRole('button', { name: 'Back', exact: true })
  await back.click()
  await page.getByRole('treegrid').waitFor()
  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  await page.getByRole('region', { name: 'Board' }).waitFor()
  await page.locator('#main').focus()
  await press(page, 'g', 'p')
  const search = page.getByRole('combobox', { name: 'Search or run a command' })
  await untilEqual(() => search.inputValue(), '#')
  await search.pressSequentially('Keys')
  await page.getByRole('option', { name: 'Keys', exact: true }).waitFor()
  await press(page, 'Escape')
  await search.waitFor({ state: 'detached' })

  const region = () =>
    page.evaluate(`[['.sidebar', 'sidebar'], ['.top-bar', 'bar'], ['#main', 'content']]
      .find(([part]) => document.querySelector(part)?.contains(document.activeElement))?.[1]`)
  await page.locator('#main').focus()
  for (const expected of ['sidebar', 'bar', 'content', 'sidebar']) {
    await press(page, 'F6')
    await untilEqual(region, expected)
  }
  await press(page, 'Shift+F6')
  await untilEqual(region, 'content')
})
