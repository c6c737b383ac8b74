/** Which notifications the filters of the inbox show, and what snoozing does to them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type InboxNotification, isInFilter, snooze } from './inbox.ts'

const HOUR_MS = 3_600_000
const timeIn = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const CREATED = timeIn(-1)
const notification = (members: Partial<InboxNotification>) =>
  ({
    gid: '1',
    created_at: CREATED,
    shown_at: CREATED,
    read_at: null,
    archived_at: null,
    ...members,
  }) as InboxNotification

test('a snoozed notification is in no filter until its time', () => {
  const snoozed = notification({ shown_at: timeIn(1) })
  for (const filter of ['all', 'unread', 'mentions', 'assigned', 'archived'] as const) {
    assert.equal(isInFilter(filter, snoozed), false)
  }
  assert.ok(isInFilter('all', notification({ shown_at: timeIn(-0.5) })))
})

test('a new notification is shown although the clock of the browser is slow', () => {
  const at = timeIn(1)
  assert.ok(isInFilter('all', notification({ created_at: at, shown_at: at })))
})

test('snoozing sends the time, and its inverse shows the notification where it was', () => {
  const until = timeIn(24)
  const { patches, call, inverse } = snooze(notification({}), until)
  assert.deepEqual(patches, [{ gid: '1', members: { shown_at: until } }])
  assert.deepEqual(call, { method: 'PUT', path: '/-/inbox/1', data: { until } })
  assert.deepEqual(inverse?.patches, [{ gid: '1', members: { shown_at: CREATED } }])
  assert.deepEqual(inverse?.call.data, { until: null })
})
