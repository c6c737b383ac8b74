/**
 * What each screen has in common: one title, lists with names of their own, a focus that is seen wherever it goes and that
 * returns, and content that fits the window at 200% and 400%.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { coveredFocus, overflow, remaining, sharedNames, titleCount } from './focus_probe.ts'
import { createLaunch, openList, press, row, untilTrue } from './launch.ts'
import { administrator, callConsole, createObject, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

/** A window of 1,280 × 1,024 pixels at these zooms: the browser then has fewer pixels of the page. A screen is loaded at the first. */
const ZOOMS = [
  { zoom: '100%', width: 1280, height: 1024 },
  { zoom: '200%', width: 640, height: 512 },
  { zoom: '400%', width: 320, height: 256 },
] as const

const FIRST_ZOOM = ZOOMS[0].zoom

/** Stops of the Tab key that are looked at on each screen at each zoom. */
const MAX_STOPS = 30

type Scope = Parameters<typeof administrator>[0]

/** A person with one of everything. */
async function everything(t: Scope) {
  const visitor = await administrator(t, site)
  const launch = await createLaunch(visitor, 'Launch', ['Print', 'Book', 'Write'])
  const { workspace, project } = launch
  const tag = await createObject(visitor, '/tags', { name: 'urgent', workspace })
  const team = await createObject(visitor, '/teams', { name: 'Office', organization: workspace })
  const task = await createObject(visitor, '/tasks', { name: 'Call', projects: [project], assignee: 'me', tags: [tag] })
  await createObject(visitor, `/tasks/${task}/subtasks`, { name: 'Dial' })
  const { user } = await callConsole<{ user: { gid: string } }>(visitor, 'GET', '/session')
  return { page: visitor.page, launch, workspace, project, tag, team, task, user: user.gid }
}

type Everything = Awaited<ReturnType<typeof everything>>

const LAYOUTS = ['overview', 'list', 'board', 'calendar', 'updates', 'files']
const SETTINGS = ['profile', 'appearance', 'language', 'notifications', 'shortcuts', 'security', 'device', 'tokens']
const ADMINISTRATION = ['people', 'teams', 'fields', 'tags', 'service_accounts', 'limits', 'sign_in', 'trash']

/** The addresses of all screens, by the part of the app. */
const SCREENS: Readonly<Record<string, (of: Everything) => string[]>> = {
  'of a person': ({ workspace }) =>
    ['home', 'inbox', 'inbox/archive', 'my_tasks/list', 'my_tasks/board', 'my_tasks/calendar', 'search?q=Book'].map(
      path => `/1/${workspace}/${path}`,
    ),
  'of a workspace': ({ workspace, tag, team, user, task }) =>
    ['people', 'teams', 'templates', 'trash', `tag/${tag}`, `team/${team}`, `person/${user}`, `task/${task}`].map(
      path => `/1/${workspace}/${path}`,
    ),
  'of a project': ({ workspace, project, task }) =>
    [...LAYOUTS, `list/task/${task}`].map(path => `/1/${workspace}/project/${project}/${path}`),
  'of the settings': () => SETTINGS.map(name => `/settings/${name}`),
  'of the administration': ({ workspace }) => ADMINISTRATION.map(name => `/admin/${workspace}/${name}`),
}

/** Opens a screen, and waits until it is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('[aria-busy="true"], .loading').first().waitFor({ state: 'detached' })
}

const FOCUSABLE = 'a[href], button, input'

/** What is wrong with the structure of the open screen. */
async function wrongStructure(page: Page): Promise<string[]> {
  const wrong = (await sharedNames(page)).map(name => `several lists “${name}”`)
  const titles = await titleCount(page)
  if (titles !== 1) wrong.push(`${titles} titles`)
  const first = await page.locator(FOCUSABLE).first().textContent()
  if (first !== 'Skip to the content') wrong.push(`the first stop is “${first}”`)
  const beyond = await overflow(page)
  if (beyond > 0) wrong.push(`${beyond} px too wide`)
  return wrong
}

/** The first element and the stops of the Tab key after it that something covers. */
async function coveredStops(page: Page): Promise<string[]> {
  const covered: string[] = []
  await page.locator(FOCUSABLE).first().focus()
  for (let stop = 0; stop <= MAX_STOPS; stop++) {
    const element = await coveredFocus(page)
    if (element) covered.push(element)
    await page.keyboard.press('Tab')
  }
  return covered
}

for (const [part, pathsOf] of Object.entries(SCREENS)) {
  test(`each screen ${part} has one title, fits the window at each zoom, and shows the focus`, { skip }, async t => {
    const all = await everything(t)
    const { page } = all
    const wrong: string[] = []
    for (const path of pathsOf(all)) {
      for (const { zoom, ...size } of ZOOMS) {
        await page.setViewportSize(size)
        if (zoom === FIRST_ZOOM) await open(page, path)
        const found = [...(await remaining(() => wrongStructure(page))), ...(await coveredStops(page))]
        wrong.push(...found.map(what => `${path} at ${zoom}: ${what}`))
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
  await openList(page, launch)
  await row(page, 'Book').waitFor()
  for (const name of OPENERS) {
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
