/** Lists that are loaded page by page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PagedList, type PageRequest } from './paged_list.ts'

/** A list of numbers below `count`, and the requests for its pages. */
function numbers(count: number) {
  const requests: PageRequest[] = []
  const list = new PagedList(async ({ limit = 100, offset = '0' }) => {
    requests.push({ limit, offset })
    const start = Number(offset)
    const end = Math.min(start + limit, count)
    const data = Array.from({ length: end - start }, (_, index) => start + index)
    return { data, next_page: end < count ? { offset: String(end), path: '', uri: '' } : null }
  })
  return { list, requests }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

test('a list yields each object once and in order, and loads a page only when it is needed', async () => {
  const { list, requests } = numbers(250)
  assert.equal(requests.length, 0)
  const found: number[] = []
  for await (const one of list) {
    found.push(one)
    assert.equal(requests.length, Math.ceil(found.length / 100))
  }
  assert.deepEqual(found, upTo(250))
  assert.equal(requests.length, 3)
})

test('a loop that ends early requests no further page', async () => {
  const { list, requests } = numbers(250)
  for await (const one of list) if (one === 100) break
  assert.equal(requests.length, 2)
})

test('all returns everything, or at most a number of objects', async () => {
  assert.deepEqual(await numbers(250).list.all(), upTo(250))
  assert.deepEqual(await numbers(0).list.all(), [])
  for (const most of [0, 1, 99, 100, 101, 250, 1000]) {
    const { list, requests } = numbers(250)
    assert.deepEqual(await list.all({ most }), upTo(Math.min(most, 250)))
    assert.ok(requests.length <= Math.ceil(most / 100), `${most} took ${requests.length} requests`)
  }
})

test('page returns one page, and the next one at its offset', async () => {
  const { list } = numbers(250)
  const first = await list.page()
  assert.equal(first.data.length, 100)
  assert.deepEqual((await list.page(first.next_page?.offset)).data[0], 100)
})
