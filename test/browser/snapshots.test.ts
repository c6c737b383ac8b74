/**
 * Snapshots: eight screens in the light and the dark theme look as recorded in `test/golden/snapshots`. Content, clocks
 * and font are the same on each machine; how the browser draws letters is not, so they run only on request.
 */
import { after, type TestContext, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { startWorkloom, type TestEmulator } from '../../src/testing/start.ts'
import { emulatorCommand as command } from '../harness/emulator/command.ts'
import { visitWorld } from './emulated_visitor.ts'
import { goldenPicture } from './golden_picture.ts'
import { untilEqual } from './launch.ts'
import { ANN, BROWSER_TIME, SEED, SERVER_TIME } from './snapshot_seed.ts'
import { beforeFirstTest, skip as noBrowser, startBrowser } from './visitor.ts'

const skip = process.env.SNAPSHOTS === '1' ? noBrowser : 'compares pictures of screens: set SNAPSHOTS=1'

let browser: Browser
let emulator: TestEmulator

beforeFirstTest(async () => {
  ;[browser, emulator] = await Promise.all([startBrowser(), startWorkloom({ command, seed: SEED })])
})
after(() => emulator?.close())

/** What others do before the pictures are taken: it fills the inbox. */
async function fillInbox(world: TestEmulator): Promise<void> {
  const send = async (token: string, path: string, data: object) => {
    const response = await fetch(`${world.api}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.token(token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`)
    await world.clock.advance('5h')
  }
  const [workspace, ann] = [world.workspace, world.gid('ann')]
  await send('ben', '/tasks', { name: 'Check the new address', workspace, assignee: ann, due_on: '2026-03-24' })
  await send('cleo', `/tasks/${world.gid('launch/press')}/stories`, { text: 'Two magazines asked for the date.' })
  await send('ben', `/tasks/${world.gid('launch/pages')}/stories`, {
    html_text: `<body><a data-asana-gid="${ann}"/> the photos are ready on Friday.</body>`,
  })
  await send('cleo', '/tasks', { name: 'Order lunch', projects: [world.gid('hiring')], followers: [ann] })
  await world.clock.set(SERVER_TIME)
  await world.settle()
}

interface Screen {
  /** The address below that of the workspace; `{launch}` stands for the gid of the object with this key. */
  readonly path: string
  /** What is there when the screen has its content. */
  readonly content: (page: Page) => Locator
}

const named = (role: 'listitem' | 'row' | 'group' | 'link', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first()

const screens: Readonly<Record<string, Screen>> = {
  home: { path: '/home', content: named('link', 'Show all') },
  my_tasks: { path: '/my_tasks/list', content: named('row', 'Shorten the menu') },
  inbox: { path: '/inbox', content: named('link', 'Press release') },
  list: {
    path: '/project/{launch}/list/task/{launch/photos}',
    content: page => page.getByRole('complementary').getByText('Good. Please take the small bag, too.'),
  },
  board: { path: '/project/{launch}/board', content: named('link', 'Press release') },
  calendar: { path: '/project/{launch}/calendar', content: page => page.getByText('Press release') },
  search: { path: '/search?q=press', content: named('row', 'Page for the press') },
  appearance: { path: '', content: page => page.getByRole('radio', { name: 'High contrast' }) },
}

const OPTIONS = {
  ...{ viewport: { width: 1280, height: 800 }, locale: 'en-GB', timezoneId: 'UTC' },
  ...({ reducedMotion: 'reduce', colorScheme: 'light' } as const),
}

/** A picture of the page, once two in sequence are the same. */
async function takePicture(page: Page): Promise<Buffer> {
  let picture: Buffer = Buffer.alloc(0)
  await untilEqual(async () => {
    const before = picture
    picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    return picture.equals(before)
  }, true)
  return picture
}

async function openScreen(t: TestContext, { path, content }: Screen): Promise<Page> {
  const { page, context, world } = await visitWorld(t, browser, emulator, ANN, OPTIONS)
  await fillInbox(world)
  const favorite = { path: `/-/favorites/${world.gid('launch')}`, headers: { 'x-requested-with': 'test' } }
  await untilEqual(
    () => page.evaluate(async ({ path, headers }) => (await fetch(path, { method: 'PUT', headers })).status, favorite),
    200,
  )
  await context.clock.setFixedTime(BROWSER_TIME)
  const address = path.replace(/\{(.+?)\}/g, (_, key) => world.gid(key))
  await page.goto(path ? `/1/${world.workspace}${address}` : '/settings/appearance')
  await content(page).waitFor()
  await page.locator('html[data-live=open]').waitFor()
  await untilEqual(() => page.locator('[aria-busy=true], .loading').count(), 0)
  await page.evaluate('document.fonts.ready.then(() => true)')
  return page
}

for (const [name, screen] of Object.entries(screens)) {
  test(`the screen ${name} looks as recorded in both themes`, { skip }, async t => {
    const page = await openScreen(t, screen)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      goldenPicture('test/golden/snapshots', `${name}_${colorScheme}`, await takePicture(page))
    }
  })
}
