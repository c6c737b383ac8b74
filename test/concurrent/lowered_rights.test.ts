/** Writes of a caller whose right on the object is lowered before the commit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { update } from '../../src/store/change.ts'
import type { Confirm, WriteOrigin, Writer } from '../../src/store/db.ts'
import { isPostgres } from '../harness/engine.ts'
import { makeProject } from '../harness/work.ts'
import { world } from '../harness/world.ts'

const skip = isPostgres ? false : 'only one transaction at a time writes to SQLite'

test('a write that relied on a right which is lower before its commit runs again', { skip }, async () => {
  const home = await world({ verifiesCache: false })
  const { ann, ben, store, person } = home
  const cy = await person('Cy')
  const project = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [ben, 'admin'],
      [cy, 'admin'],
    ],
  })
  const { write } = store
  const lower = (member: string) =>
    write(async tx => {
      const membership = { project: Number(project.gid), member: Number(member) }
      await update(tx, 'project_memberships', membership, { access_level: 'editor' })
    })
  // The first run fails at its commit because a right of Cy ended; the second one finds a lower right of Ben.
  const losers = [cy.gid, ben.gid]
  let runs = 0
  Object.assign(store, {
    write: <T>(work: (tx: Writer) => Promise<T>, origin?: WriteOrigin, confirm?: Confirm<T>) =>
      write(
        async tx => {
          // Other writes, such as the use of a token, have no confirmation.
          if (!confirm) return work(tx)
          // From then on, the log of the workspace is locked.
          const recordChanges = async () => {
            runs++
            const loser = losers.shift()
            if (loser) await lower(loser)
            await tx.recordChanges()
          }
          return work({ ...tx, recordChanges })
        },
        origin,
        confirm,
      ),
  })
  const answer = await ben.put(`/projects/${project.gid}`, { minimum_access_level_for_sharing: 'admin' })
  assert.deepEqual(
    [answer.status, answer.message, runs],
    [403, 'Only admins of this project can change its owner, its team, and what people may do with it.', 2],
  )
  const { data } = await ann.get(`/projects/${project.gid}`)
  assert.equal(data.minimum_access_level_for_sharing, 'editor')
})
