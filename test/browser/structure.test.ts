/**
 * What each screen has in common: one title, lists with names of their own, a focus that is seen wherever it goes and that
 * returns, and content that fits the window at 200% and 400%.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { coveredFocus, overflow, sharedNames, titleCount } from './focus_probe.ts'
import { createLaunch, openList, press, row, untilTrue } from './launch.ts'
import { administrator, callConsole, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

/** A window of 1,280 × 1,024 pixels at these zooms: the browser then has fewer pixels of the page. */
const ZOOMS = [
  { zoom: '100%', width: 1280, height: 1024 },
  { zoom: '200%', width: 640, height: 512 },
  { zoom: '400%', width: 320, height: 256 },
] as const

/** Stops of the Tab key that are looked at on each screen. */
const MAX_STOPS = 30

type Scope = Parameters<typeof administrator>[0]

/** A person with one of everything, and the addresses of all screens. */
async function everything(t: Scope) {
  const visitor = await administrator(t, site)
  const launch = await createLaunch(visitor, 'Launch', ['Print', 'Book', 'Write'])
  const { workspace, project } = launch
  const tag = await createObject(visitor, '/tags', { name: 'urgent', workspace })
  const team = await createObject(visitor, '/teams', { name: 'Office', organization: workspace })
  const task = await createObject(visitor, '/tasks', { name: 'Call', projects: [project], assignee: 'me', tags: [tag] })
  await createObject(visitor, `/tasks/${task}/subtasks`, { name: 'Dial' })
  const { user } = await callConsole<{ user: { gid: string } }>(visitor, 'GET', '/session')
  const layouts = ['overview', 'list', 'board', 'calendar', 'updates', 'files']
  const paths = [
    ...['home', 'inbox', 'inbox/archive', 'my_tasks/list', 'my_tasks/board', 'my_tasks/calendar', 'search?q=Book'],
    ...['people', 'teams', 'templates', 'trash', `tag/${tag}`, `team/${team}`, `person/${user.gid}`, `task/${task}`],
    ...layouts.map(layout => `project/${project}/${layout}`),
    `project/${project}/list/task/${task}`,
  ].map(path => `/1/${workspace}/${path}`)
  const settings = ['profile', 'appearance', 'language', 'notifications', 'shortcuts', 'security', 'device', 'tokens']
  const administration = ['people', 'teams', 'fields', 'tags', 'service_accounts', 'limits', 'sign_in', 'trash']
  paths.push(...settings.map(name => `/settings/${name}`), ...administration.map(name => `/admin/${workspace}/${name}`))
  return { visitor, page: visitor.page, launch, paths }
}

/** Opens a screen, and waits until it is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy="true"], .loading').first().waitFor({ state: 'detached' })
}

test('each screen has one title, and lists with names of their own', { skip }, async t => {
  const { page, paths } = await everything(t)
  const wrong: string[] = []
  for (const path of paths) {
    await open(page, path)
    const titles = await titleCount(page)
    if (titles !== 1) wrong.push(`${path}: ${titles} titles`)
    wrong.push(...(await sharedNames(page)).map(name => `${path}: several lists “${name}”`))
    const first = await page.locator('a[href], button, input').first().textContent()
    if (first !== 'Skip to the content') wrong.push(`${path}: the first stop is “${first}”`)
  }
  assert.deepEqual(wrong, [])
})

for (const { zoom, width, height } of ZOOMS) {
  test(`at ${zoom} each screen fits the window, and nothing covers the focus`, { skip }, async t => {
    const { page, paths } = await everything(t)
    await page.setViewportSize({ width, height })
    const wrong: string[] = []
    for (const path of paths) {
      await open(page, path)
      const beyond = await overflow(page)
      if (beyond > 0) wrong.push(`${path} is ${beyond} px too wide`)
      for (let stop = 0; stop < MAX_STOPS; stop++) {
        await page.keyboard.press('Tab')
        const covered = await coveredFocus(page)
        if (covered) wrong.push(`${path}: ${covered}`)
      }
    }
    assert.deepEqual(wrong, [])
  })
}

/** Buttons of the list of a project that open a dialog or a menu. */
const OPENERS = [
  ...['Project actions', 'Views', 'Filter', 'Sort', 'Group', 'Fields', 'Show: Incomplete', 'Create'],
  ...['Workspace: My organization', 'Account: admin', 'Search', 'Share', 'New project', 'Customize'],
] as const

test('a dialog or a menu that Escape closes returns the focus to its button', { skip }, async t => {
  const { page, launch } = await everything(t)
  const overlay = page.locator('[role="dialog"], [role="menu"]')
  for (const name of OPENERS) {
    await openList(page, launch)
    await row(page, 'Book').waitFor()
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await press(page, 'Enter')
    await overlay.first().waitFor()
    await untilTrue(page, `document.activeElement.closest('[role=dialog], [role=menu]') !== null`)
    await press(page, 'Escape')
    await overlay.first().waitFor({ state: 'detached' })
    await button.and(page.locator(':focus')).waitFor()
  }
})
