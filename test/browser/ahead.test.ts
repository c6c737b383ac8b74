/** What a page reads before a person opens it, and that the opening then reads nothing again. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createLaunch, type Launch, openList, row, untilEqual, untilTrue } from './launch.ts'
import { stored } from './stored.ts'
import { administrator, callConsole, createObject, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()
const inSidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** The paths that a page requests from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    paths.push(pathname + search)
  })
  return paths
}

/** Waits until what is read once after the start was read. */
const untilReadAhead = (page: Page) => untilTrue(page, `performance.getEntriesByName('workloom:ahead').length > 0`)

interface Office {
  visitor: Visitor
  page: Page
  /** On the screen. */
  launch: Launch
  other: Launch
}

/** A person with the list of one project on the screen, and another project in the sidebar. */
async function openOffice(t: TestContext, script = ''): Promise<Office> {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.addInitScript(script)
  const launch = await createLaunch(visitor, `Shown ${t.name}`, ['First', 'Second', 'Third'])
  const other = await createLaunch(visitor, `Other ${t.name}`, ['Elsewhere'])
  await openList(page, launch)
  await row(page, 'First').waitFor()
  return { visitor, page, launch, other }
}

test('a project that is pointed at is read once, and opening it reads it no more', { skip }, async t => {
  const { page, other } = await openOffice(t)
  await untilReadAhead(page)
  const requests = requestsOf(page)
  const reads = () => requests.filter(path => path.includes(other.project)).map(path => path.split('?')[0])
  await inSidebar(page, `Other ${t.name}`).hover()
  const expected = ['/-/lists/', '/-/records', '/-/views'].map(path =>
    path.replace(/lists\/$/, `lists/${other.project}`),
  )
  await untilEqual(async () => reads().toSorted(), expected)
  await page.waitForLoadState('networkidle')
  await inSidebar(page, `Other ${t.name}`).click()
  await row(page, 'Elsewhere').waitFor()
  await page.waitForLoadState('networkidle')
  assert.deepEqual(reads().toSorted(), expected)
})

test('a task that has the focus is read, and its pane opens without reading it again', { skip }, async t => {
  const { page } = await openOffice(t)
  await untilReadAhead(page)
  const requests = requestsOf(page)
  const reads = () => requests.filter(path => /stories|type=task/.test(path)).length
  await row(page, 'Second').focus()
  await untilEqual(async () => reads(), 2)
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Second' }).waitFor()
  await page.waitForLoadState('networkidle')
  assert.equal(reads(), 2)
})

test('a change after the reading is read when the task opens', { skip }, async t => {
  const { visitor, page } = await openOffice(t)
  await untilReadAhead(page)
  const gid = (await row(page, 'Third').getAttribute('data-gid')) ?? ''
  const stories = page.waitForResponse(response => response.url().includes(`/tasks/${gid}/stories`))
  await row(page, 'Third').hover()
  await stories
  const announced = page.waitForResponse(response => response.url().includes('/-/records?type=task'))
  await createObject(visitor, `/tasks/${gid}/stories`, { text: 'Written meanwhile' })
  await announced
  await row(page, 'Third').getByRole('link', { name: 'Third' }).click()
  await page.getByRole('complementary').getByText('Written meanwhile').waitFor()
})

test('a pointer that crosses rows and links reads nothing', { skip }, async t => {
  const { page } = await openOffice(t)
  await untilReadAhead(page)
  const requests = requestsOf(page)
  // In the page, because a slow machine makes a pointer rest between two commands.
  await page.evaluate(`(() => {
    for (let turn = 0; turn < 50; turn++) {
      for (const link of document.querySelectorAll('[role=row], [data-kind=project]')) {
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
      }
    }
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
  })()`)
  await page.waitForTimeout(1000)
  assert.deepEqual(requests, [])
})

test('where data is saved nothing is read ahead', { skip }, async t => {
  const script = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`
  const { page, other } = await openOffice(t, script)
  await page.getByRole('status', { name: 'Connection' }).getByText('Connected').waitFor()
  await page.waitForLoadState('networkidle')
  const requests = requestsOf(page)
  await inSidebar(page, `Other ${t.name}`).hover()
  await page.waitForTimeout(1500)
  assert.deepEqual(
    requests.filter(path => path.includes(other.project)),
    [],
  )
  assert.equal(await page.evaluate(`performance.getEntriesByName('workloom:ahead').length`), 0)
})

test('a hidden page waits without a timer, and reads ahead once it is shown', { skip }, async t => {
  const script = `
    let isHidden = true
    const timers = new Set()
    const { setInterval, clearInterval } = window
    window.setInterval = (run, ms) => {
      const timer = setInterval(run, ms)
      if (ms === 250) timers.add(timer)
      return timer
    }
    window.clearInterval = timer => {
      timers.delete(timer)
      clearInterval(timer)
    }
    window.timerCount = () => timers.size
    window.setHidden = value => {
      isHidden = value
      document.dispatchEvent(new Event('visibilitychange'))
    }
    Object.defineProperty(document, 'hidden', { get: () => isHidden })`
  const { page } = await openOffice(t, script)
  await page.locator('html[data-live=open]').waitFor()
  await untilTrue(page, 'timerCount() === 0')
  await page.evaluate('setHidden(false)')
  await untilReadAhead(page)
  await untilTrue(page, 'timerCount() === 0')
})

test('the first lists are read once after the start, and not again where the browser has them', { skip }, async t => {
  const { visitor, page, launch, other } = await openOffice(t)
  await callConsole(visitor, 'PUT', `/favorites/${other.project}`, {})
  await page.reload()
  const first = requestsOf(page)
  await untilReadAhead(page)
  assert.ok(first.some(path => path.startsWith(`/-/lists/${other.project}`)))
  const lists = async () => ((await stored(page, 'state')).values[0] as { lists: object } | undefined)?.lists ?? {}
  await untilEqual(async () => other.project in (await lists()), true)
  await page.reload()
  const second = requestsOf(page)
  await untilReadAhead(page)
  assert.ok(!second.some(path => path.startsWith(`/-/lists/${other.project}`)))
  assert.ok(second.some(path => path.startsWith(`/-/lists/${launch.project}`)))
  // Reading is not opening.
  await page.keyboard.press('ControlOrMeta+k')
  const menu = page.getByRole('dialog', { name: 'Command menu' })
  await menu.getByRole('option', { name: `Shown ${t.name}` }).waitFor()
  assert.equal(await menu.getByRole('option', { name: `Other ${t.name}` }).count(), 0)
})
