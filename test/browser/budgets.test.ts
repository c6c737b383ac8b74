/** What a page costs: bytes that it loads, and requests of a page that nothing happens on. */
import assert from 'node:assert/strict'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { untilTrue } from './launch.ts'
import { administrator, createObject, firstOrganization, openVisitor, siteOfFile, skip } from './visitor.ts'

const KILOBYTE = 1000
const assets = join(import.meta.dirname, '../../dist/web/assets')

const site = siteOfFile()

/** When something finished, in milliseconds of the clock of the page. */
interface Finished {
  at: number
  bytes: number
}

/** The bytes that a page receives until a moment, without the font, which is stored for a year. */
async function bytesOf(page: Page, address: string, untilShown: (page: Page) => Promise<number>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const fonts = new Set<string>()
  const finished: Finished[] = []
  // The browser reports monotonic times, and next to the first one the time of the clock.
  let offset: number | undefined
  session.on('Network.requestWillBeSent', ({ wallTime, timestamp }) => (offset ??= wallTime - timestamp))
  session.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Font' && fonts.add(requestId)))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    if (!fonts.has(requestId)) finished.push({ at: (timestamp + (offset ?? 0)) * 1000, bytes: encodedDataLength })
  })
  await page.goto(address)
  const end = await untilShown(page)
  assert.ok(end > 0)
  return finished.filter(({ at }) => at <= end).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Waits until the page is complete. */
async function untilComplete(page: Page): Promise<number> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  return Date.now()
}

/** Waits for the first rows, and returns the time at which they were there. What a press needs is loaded after them. */
async function untilRows(page: Page): Promise<number> {
  const mark = "performance.getEntriesByName('workloom:rows')[0]"
  await untilTrue(page, `${mark} !== undefined`)
  return page.evaluate<number>(`performance.timeOrigin + ${mark}.startTime`)
}

/** What the pages load, and 3 %. A part that is needed after the screen is declared with `lazily`. */
const SIGN_IN_KB = 136
const LIST_KB = 240

test('the first load of the sign-in page stays within its bytes', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  const bytes = await bytesOf(page, '/sign_in', untilComplete)
  assert.ok(bytes <= SIGN_IN_KB * KILOBYTE, `${Math.round(bytes / KILOBYTE)} kB`)
})

test('the first load of a project list stays within its bytes until its rows are there', { skip }, async t => {
  const visitor = await administrator(t, site)
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Budget', workspace })
  await createObject(visitor, '/tasks', { name: 'Count', projects: [project] })
  const bytes = await bytesOf(visitor.page, `/1/${workspace}/project/${project}/list`, untilRows)
  assert.ok(bytes > 150 * KILOBYTE, `${Math.round(bytes / KILOBYTE)} kB is not the whole page`)
  assert.ok(bytes <= LIST_KB * KILOBYTE, `${Math.round(bytes / KILOBYTE)} kB`)
})

test('a part that is loaded when it is needed has at most 80 kB', { skip }, () => {
  const parts = globSync('*.js.br', { cwd: assets }).filter(name => !/^base-/.test(name))
  const large = parts.filter(name => statSync(join(assets, name)).size > 80 * KILOBYTE)
  assert.ok(parts.length > 5)
  assert.deepEqual(large, [])
})

test('a page on which nothing happens sends no requests', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('status', { name: 'Connection' }).getByText('Connected').waitFor()
  // What is read ahead once belongs to the start.
  await untilTrue(page, "performance.getEntriesByName('workloom:ahead').length > 0")
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.waitForTimeout(3000)
  assert.deepEqual(requests, [])
})
