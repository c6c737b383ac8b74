/** The retention of the audit log. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../test/harness/world.ts'
import { appendAudit, auditAfter } from '../store/queries/events/audit.ts'
import { DEFAULT_AUDIT_DAYS, pruneAuditJob } from './prune_audit.ts'

const DAY = 24 * 60 * 60 * 1000

test('old entries are pruned, however many there are', async () => {
  const { store, clock, ann, workspace } = await world()
  clock.step = 0
  const [first] = await auditAfter(store.read, 0, 1)
  assert.ok(first)
  const { cursor, ...line } = first
  await store.write(tx =>
    appendAudit(
      tx,
      Array.from({ length: 2500 }, () => ({ ...line, gid: tx.gid() })),
    ),
  )
  const kind = pruneAuditJob({ store, clock: () => clock.now }, DEFAULT_AUDIT_DAYS)
  const left = async () => (await auditAfter(store.read, 0, 5000)).length
  const before = await left()
  clock.now = first.created_at + DEFAULT_AUDIT_DAYS * DAY
  await kind.perform(0)
  assert.equal(await left(), before, 'no entry is older than ninety days')
  clock.now += DAY
  await ann.create('/teams', { name: 'T', organization: workspace })
  await kind.perform(0)
  assert.equal(await left(), 2)
  assert.equal(cursor, 1)
})
