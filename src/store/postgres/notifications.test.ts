/** How often an instance notifies the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDatabase } from '../../../test/harness/stores/databases.ts'
import { noDatabase } from '../../../test/harness/transfer/locations.ts'
import { openNotifications } from './notifications.ts'

const server = process.env.WORKLOOM_TEST_DATABASE_URL

test('the first commit is announced at once, and those of an interval together', { skip: noDatabase }, async t => {
  const { url, drop } = await emptyDatabase(server ?? '')
  t.after(drop)
  let count = 0
  const notify = async () => void count++
  const none = () => undefined
  const options = { url, serving: false, onMessage: none, onConnectionChange: none }
  const notifications = await openNotifications({ ...options, notify })
  notifications.publish()
  assert.equal(count, 1)
  notifications.publish()
  notifications.publish()
  assert.equal(count, 1)
  await notifications.close()
  assert.equal(count, 2)
})
