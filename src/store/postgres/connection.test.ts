/** Which errors of `pg` become 503, and the refusal of a standby. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDatabase } from '../../../test/harness/stores/databases.ts'
import { noDatabase } from '../../../test/harness/transfer/locations.ts'
import { ApiError } from '../../lib/errors.ts'
import { createPool, pooledConnection, translated } from './connection.ts'

const isOutage = (error: Error) => translated(error) instanceof ApiError

test('an error of the server or of the network becomes 503, also without a code', () => {
  const messages = [
    'Connection terminated unexpectedly',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'The server does not support SSL connections',
  ]
  for (const message of messages) assert.ok(isOutage(new Error(message)), message)
  const codes = ['ECONNREFUSED', '57P01', '25006', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'ERR_TLS_X']
  for (const code of codes) assert.ok(isOutage(Object.assign(new Error(), { code })), code)
})

test('an error of the program stays what it is', () => {
  for (const code of ['42601', '23505', '22P02', 'P0001', 'ERR_INVALID_ARG_TYPE']) {
    assert.ok(!isOutage(Object.assign(new Error(), { code })), code)
  }
  assert.ok(!isOutage(new TypeError('x is not a function')))
})

const server = process.env.WORKLOOM_TEST_DATABASE_URL

test('a standby is refused', { skip: noDatabase }, async t => {
  const { url, drop } = await emptyDatabase(server ?? '')
  const usual = createPool(url, 1)
  await usual.query('create schema fake')
  // A schema before pg_catalog in the search path replaces built-in functions.
  await usual.query('create function fake.pg_is_in_recovery() returns boolean return true')
  const standby = createPool(`${url}?options=-c%20search_path%3Dfake,pg_catalog`, 1)
  t.after(async () => {
    await standby.end()
    await usual.query('drop schema fake cascade')
    await usual.end()
    await drop()
  })
  await assert.rejects(standby.query('select 1'), (error: ApiError) => /is a standby/.test(String(error.cause)))
  assert.equal((await usual.query('select 1')).rowCount, 1)
})

test('the elements of an array arrive as they were sent', { skip: noDatabase }, async t => {
  const pool = createPool(server ?? '', 1)
  t.after(() => pool.end())
  const sent = ['plain', '', 'a,b', '{c}', 'NULL', 'a "quote"', 'back\\slash', '\\"', null]
  const rows = await pooledConnection(pool).tuples(
    'select e from unnest(cast(? as text[])) with ordinality r (e, n) order by n',
    [sent],
  )
  assert.deepEqual(rows.flat(), sent)
})
