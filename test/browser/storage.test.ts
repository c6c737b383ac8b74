/** What stays in the browser: within a limit, and on a full disk. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createLaunch, headers, type Launch, openList, row, untilEqual } from './launch.ts'
import { stored, untilStored } from './stored.ts'
import { administrator, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()
const TASKS = 40
const NOTE = 'A long name of a task, '.repeat(20)

/** A list whose tasks take about 60 kB of the storage. The first one has a short name. */
async function createList(visitor: Visitor, name: string): Promise<Launch & { tasks: string[] }> {
  const launch = await createLaunch(visitor, name)
  const tasks: string[] = []
  for (let at = 0; at < TASKS; at += 10) {
    const actions = Array.from({ length: 10 }, (_, index) => ({
      ...{ method: 'post', relative_path: '/tasks' },
      data: { name: at + index < TASKS - 1 ? `${NOTE} ${at + index}` : `${name} task`, projects: [launch.project] },
    }))
    const response = await visitor.context.request.post('/api/1.0/batch', { headers, data: { data: { actions } } })
    for (const { body } of (await response.json()).data) tasks.push(body.data.gid)
  }
  return { ...launch, tasks }
}

/** Which of some objects are stored. */
async function storedOf(page: Page, gids: readonly string[]): Promise<string[]> {
  const records = (await stored(page, 'chunks')).values.flat() as { gid: string }[]
  const known = new Set(records.map(({ gid }) => gid))
  return gids.filter(gid => known.has(gid))
}

/** The browser says that it has this much room; the app takes half of it. */
const withRoom = (page: Page, bytes: number) =>
  page.addInitScript(`navigator.storage.estimate = async () => ({ quota: ${bytes}, usage: 0 })`)

test('a list that was shown longest ago leaves the browser, without the task of a draft', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const [first, second] = [await createList(visitor, 'First'), await createList(visitor, 'Second')]
  await withRoom(page, 200_000)
  await openList(page, first)
  await row(page, 'First task').getByRole('link', { name: 'First task' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('Not sent yet')
  await untilStored(page, 'Not sent yet')
  const [other = ''] = first.tasks
  const commented = first.tasks.at(-1) ?? ''
  await untilEqual(() => storedOf(page, [commented, other]), [commented, other])
  const third = await createList(visitor, 'Third')
  for (const launch of [second, third]) {
    await openList(page, launch)
    await untilEqual(() => storedOf(page, launch.tasks), launch.tasks)
  }
  await untilEqual(() => storedOf(page, [commented, other]), [commented])
  assert.equal((await stored(page, 'drafts')).keys.length, 1)
  // The list that left is read again.
  await openList(page, first)
  await row(page, 'First task').getByRole('link', { name: 'First task' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).getByText('Not sent yet').waitFor()
})

test('a list that another tab shows stays', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page, context } = visitor
  const shown = await createList(visitor, 'Shown')
  await withRoom(page, 200_000)
  await openList(page, shown)
  await untilEqual(() => storedOf(page, shown.tasks), shown.tasks)
  const tab = await context.newPage()
  await openList(tab, shown)
  const lists = [await createList(visitor, 'Old'), await createList(visitor, 'Older'), await createList(visitor, 'New')]
  for (const launch of lists) {
    await openList(page, launch)
    await untilEqual(() => storedOf(page, launch.tasks), launch.tasks)
  }
  const [old] = lists
  await untilEqual(() => storedOf(page, old?.tasks.slice(0, 1) ?? []), [])
  assert.deepEqual(await storedOf(page, shown.tasks), shown.tasks)
})

/** A disk that is full until the cache has left it. */
const FULL_DISK = `
  const { put, clear } = IDBObjectStore.prototype
  let isFull = true
  IDBObjectStore.prototype.put = function (...values) {
    if (isFull && this.name !== 'state') throw new DOMException('The disk is full', 'QuotaExceededError')
    return put.apply(this, values)
  }
  IDBObjectStore.prototype.clear = function () {
    isFull = false
    return clear.call(this)
  }`

test('on a full disk the cache leaves, so that there is room for what a person types', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const list = await createList(visitor, 'Full')
  await openList(page, list)
  await untilEqual(() => storedOf(page, list.tasks), list.tasks)
  await page.evaluate(FULL_DISK)
  await row(page, 'Full task').getByRole('link', { name: 'Full task' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('Typed on a full disk')
  await untilEqual(async () => (await stored(page, 'drafts')).keys, [`comment:${list.tasks.at(-1)}`])
  assert.deepEqual((await stored(page, 'chunks')).keys, [])
  await untilStored(page, 'Typed on a full disk')
  await page.reload()
  await page.getByRole('textbox', { name: 'Comment' }).getByText('Typed on a full disk').waitFor()
})
