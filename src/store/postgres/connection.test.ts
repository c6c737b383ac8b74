/** Whom an error of `pg` blames. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../lib/errors.ts'
import { translated } from './connection.ts'

const isOutage = (error: Error) => translated(error) instanceof ApiError

test('the server and the way to it are blamed, also by errors without a code', () => {
  const messages = [
    'Connection terminated unexpectedly',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'The server does not support SSL connections',
  ]
  for (const message of messages) assert.ok(isOutage(new Error(message)), message)
  const codes = ['ECONNREFUSED', '57P01', '25006', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED', 'ERR_TLS_X']
  for (const code of codes) assert.ok(isOutage(Object.assign(new Error(), { code })), code)
})

test('what is a mistake of ours stays one', () => {
  for (const code of ['42601', '23505', '22P02', 'P0001', 'ERR_INVALID_ARG_TYPE']) {
    assert.ok(!isOutage(Object.assign(new Error(), { code })), code)
  }
  assert.ok(!isOutage(new TypeError('x is not a function')))
})
