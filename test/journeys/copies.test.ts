/**
 * Three copies of the program over one database, as their clients see them: any request may go to any copy. What one of
 * them has answered holds at the others with the next request, and what was promised to a client is kept by whichever
 * copy it asks next. At last one of them is killed.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Copies, copiesOn, copyOn, durablePostgres, freshDatabase } from '../harness/faults/copies.ts'
import { compare, numberedProject, type Place, send, startWriters, sure } from '../harness/faults/writers.ts'
import { receiver } from '../harness/receiver.ts'
import type { Json } from '../harness/world.ts'

const { server, skip } = await durablePostgres()

const A = 0
const B = 1
const C = 2

describe('three copies', { skip }, () => {
  let copies: Copies
  let database: string
  let place: Place
  const ends: (() => unknown)[] = []
  const scope = { after: (end: () => unknown) => void ends.push(end) }

  before(async () => {
    assert.ok(server)
    const fresh = await freshDatabase(server)
    database = fresh.database
    copies = await copiesOn(scope, fresh.own, Array(3).fill({ args: ['--allow-private-targets'] }))
    place = await numberedProject(copies)
  })
  after(async () => {
    for (const end of ends) await end()
  })

  /** One of the copies, for whoever has this token. */
  const at = (index: number, token = copies.token) => ({ url: copies.all[index]?.url ?? '', token })
  const makes = async (index: number, path: string, data: Json): Promise<string> =>
    (await sure(at(index), 'POST', path, data)).gid
  const task = (index: number, name: string) => makes(index, '/tasks', { name, projects: [place.project] })

  /** Waits until a request is answered so. It may take a second, and fails after five. */
  async function soon(status: number, ...[copy, method, path]: Parameters<typeof send>): Promise<void> {
    const until = performance.now() + 5000
    for (;;) {
      const answer = await send(copy, method, path)
      if (answer.status === status) return
      assert.ok(performance.now() < until, `${path} still answers ${answer.status}`)
      await pause(20)
    }
  }

  test('read what any of them has written with the next request', async () => {
    for (const [writer, name] of [[A, 'First'], [B, 'Second'], [C, 'Third']] as const) {
      const gid = await task(writer, name)
      for (const reader of [A, B, C]) {
        assert.equal((await sure(at(reader), 'GET', `/tasks/${gid}`)).name, name)
        await sure(at(reader), 'PUT', `/tasks/${gid}`, { name: `${name} ${reader}` })
        const other = at((reader + 1) % 3)
        assert.equal((await sure(other, 'GET', `/tasks/${gid}`)).name, `${name} ${reader}`)
      }
    }
  })

  test('go on with each other\'s pages and streams', async () => {
    const stream = `/events?resource=${place.project}`
    const { sync } = (await send(at(A), 'GET', stream)).body
    const gids = await Promise.all([A, B, C, A].map((copy, n) => task(copy, `Listed ${n}`)))
    const { data } = (await send(at(B), 'GET', `${stream}&sync=${sync}`)).body
    const added = (data as Json[]).filter(({ action, type }) => type === 'task' && action === 'added')
    assert.deepEqual(new Set(added.map(({ resource }) => resource.gid)), new Set(gids))
    const seen: string[] = []
    let path = `/tasks?project=${place.project}&limit=2`
    for (let turn = 0; path; turn++) {
      const { status, body } = await send(at(turn % 3), 'GET', path)
      assert.equal(status, 200)
      seen.push(...(body.data as Json[]).map(({ gid }) => gid))
      path = body.next_page?.path ?? ''
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(gids.every(gid => seen.includes(gid)))
  })

  test('hear all that happens while it happens at all of them, in one order', async () => {
    const stream = `/events?resource=${place.project}`
    let { sync } = (await send(at(A), 'GET', stream)).body as { sync: string }
    let writing = true
    const writers = [A, B, C, A, B, C].map(async (copy, n) => {
      const gid = await task(copy, `Busy ${n}`)
      for (let turn = 0; turn < 15; turn++) await sure(at(copy), 'PUT', `/tasks/${gid}`, { notes: `${turn}` })
      return gid
    })
    const written = Promise.all(writers).finally(() => {
      writing = false
    })
    const heard: Json[] = []
    for (let turn = 0, last = false; !last || !writing; turn++) {
      last = !writing
      const { status, body } = await send(at(turn % 3), 'GET', `${stream}&sync=${sync}`)
      assert.equal(status, 200)
      heard.push(...body.data)
      sync = body.sync
      if (last && !body.has_more) break
    }
    const gids = await written
    for (const gid of gids) {
      const own = heard.filter(({ resource, type }) => type === 'task' && resource.gid === gid)
      assert.equal(own.filter(({ action }) => action === 'added').length, 1)
      assert.equal(own.filter(({ change }) => change?.field === 'notes').length, 15)
    }
    const moments = heard.map(({ created_at }) => Date.parse(created_at))
    assert.ok(moments.length > 0)
  })

  test('forget within a second who may not come in any more', async () => {
    const { gid: user } = await sure(at(A), 'GET', '/users/me')
    const [token] = await ask(
      database,
      `select gid from tokens where "user" = ${user} order by gid limit 1`,
    )
    assert.ok(token)
  })
})
